#include <stdio.h>
#include <string.h>

#include "cli/command.h"

/* The scripts know nothing of the commands: they pass on what is typed, and show the answer
 * (wb_complete_main in cli/complete.h says how it reads). */

/* Bash takes "--name=value" and "shuffle:1" for three words each (COMP_WORDBREAKS): they are put
 * together again, and what stands before the last of them is taken off the answers. */
static const char bash[] =
    "# Completion of workbench for bash; made by `workbench completion bash`.\n"
    "_workbench() {\n"
    "  local i word meaning stem= files= cur=${COMP_WORDS[COMP_CWORD]}\n"
    "  local -a words=()\n"
    "  COMPREPLY=()\n"
    "  for ((i = 1; i <= COMP_CWORD; i++)); do\n"
    "    word=${COMP_WORDS[i]}\n"
    "    if ((i > 1)) && [[ $word == [=:] || ${COMP_WORDS[i - 1]} == [=:] ]]; then\n"
    "      stem=${words[-1]}\n"
    "      words[-1]+=$word\n"
    "    else\n"
    "      stem=\n"
    "      words+=(\"$word\")\n"
    "    fi\n"
    "  done\n"
    "  [[ $cur == [=:] ]] && stem+=$cur cur=\n"
    "  while IFS=$'\\t' read -r word meaning; do\n"
    "    case $word in\n"
    "      :*) files=${word#:} ;;\n"
    "      *) COMPREPLY+=(\"${word#\"$stem\"}\") ;;\n"
    "    esac\n"
    "  done < <(\"$1\" --complete \"${words[@]}\" 2>/dev/null)\n"
    "  case $files in\n"
    "    files) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    folders) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "    *) return ;;\n"
    "  esac\n"
    "  compopt -o filenames 2>/dev/null\n"
    "}\n"
    "complete -F _workbench workbench\n";

static const char zsh[] =
    "#compdef workbench\n"
    "# Completion of workbench for zsh; made by `workbench completion zsh`.\n"
    "_workbench() {\n"
    "  local line files\n"
    "  local -a found typed=(\"${(@Q)words[2,CURRENT]}\")\n"
    "  for line in \"${(@f)$($words[1] --complete \"${typed[@]}\" 2>/dev/null)}\"; do\n"
    "    case $line in\n"
    "      :*) files=${line#:} ;;\n"
    "      ?*) found+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\") ;;\n"
    "    esac\n"
    "  done\n"
    "  [[ $typed[-1] == --*=* && -n $files ]] && compset -P '*='\n"
    "  case $files in\n"
    "    files) _files ;;\n"
    "    folders) _files -/ ;;\n"
    "    *) _describe workbench found ;;\n"
    "  esac\n"
    "}\n"
    "if [[ $funcstack[1] == _workbench ]]; then _workbench \"$@\"; else compdef _workbench "
    "workbench; fi\n";

static const char fish[] =
    "# Completion of workbench for fish; made by `workbench completion fish`.\n"
    "function __workbench_complete\n"
    "  set -l typed (commandline -opc) (commandline -ct)\n"
    "  for line in ($typed[1] --complete $typed[2..-1] 2>/dev/null)\n"
    "    switch $line\n"
    "      case :files\n"
    "        __fish_complete_path $typed[-1]\n"
    "      case :folders\n"
    "        __fish_complete_directories $typed[-1]\n"
    "      case '*'\n"
    "        echo $line\n"
    "    end\n"
    "  end\n"
    "end\n"
    "complete -c workbench -f -a '(__workbench_complete)'\n";

static const struct {
  const char *shell, *script;
} scripts[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

int wb_shell_completion(const struct wb_invocation *invocation) {
  const char *wanted = wb_cli_operand(invocation);
  struct wb_error err;
  for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
    if (strcmp(scripts[i].shell, wanted) != 0) continue;
    fputs(scripts[i].script, stdout);
    return WB_EXIT_OK;
  }
  wb_fail(&err, WB_ERR_USAGE, "there is no completion for '%s'; there is for bash, zsh and fish",
          wanted);
  return wb_cli_fail(invocation, &err);
}
