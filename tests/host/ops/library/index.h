#define INDEX (int)get_global_id(0)
