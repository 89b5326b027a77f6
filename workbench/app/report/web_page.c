#include "report/web_page.h"

#include "text/html.h"

static const char policy[] =
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'";

static void add_title(const struct wb_web_page *page, struct wb_str *out) {
  if (page->title != NULL) {
    wb_html_text(out, page->title);
    wb_str_add(out, " · ");
  }
  wb_html_text(out, page->site);
}

static void add_links(const struct wb_web_page *page, struct wb_str *out) {
  wb_str_addf(out, "<header>\n<nav aria-label=\"%s\">\n", page->label);
  for (size_t i = 0; i < page->n_links; i++) {
    wb_str_addf(out, "<a href=\"%s\">", page->links[i].file);
    wb_html_text(out, page->links[i].words);
    wb_str_add(out, "</a>\n");
  }
  wb_str_add(out, "</nav>\n</header>\n");
}

void wb_web_page_begin(const struct wb_web_page *page, struct wb_str *out) {
  wb_str_add(out, "<!DOCTYPE html>\n<html lang=\"");
  wb_html_text(out, page->language != NULL ? page->language : "en");
  wb_str_addf(out,
              "\">\n<head>\n<meta charset=\"utf-8\"/>\n"
              "<meta http-equiv=\"Content-Security-Policy\" content=\"%s\"/>\n"
              "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
              "<meta name=\"color-scheme\" content=\"light dark\"/>\n<title>",
              policy);
  add_title(page, out);
  wb_str_add(out, "</title>\n<link rel=\"stylesheet\" href=\"book.css\"/>\n");
  if (page->style != NULL)
    wb_str_addf(out, "<link rel=\"stylesheet\" href=\"%s\"/>\n", page->style);
  wb_str_addf(out,
              "<script src=\"book.js\" defer=\"defer\"></script>\n</head>\n<body%s%s%s>\n"
              "<a class=\"skip\" href=\"#main\">Skip to the text</a>\n",
              page->class != NULL ? " class=\"" : "", page->class != NULL ? page->class : "",
              page->class != NULL ? "\"" : "");
  add_links(page, out);
  wb_str_add(out, "<main id=\"main\">\n");
}

void wb_web_page_end(const char *foot, struct wb_str *out) {
  wb_str_addf(out, "</main>\n<footer>\n%s</footer>\n</body>\n</html>\n", foot != NULL ? foot : "");
}
