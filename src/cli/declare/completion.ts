import type { Command, Option } from 'commander';
import { BINARY } from '../shell/terminal.ts';
import { getCommandPath } from './declare.ts';

/** Returns the script that completes sub-commands, options, choices, slugs of stores and files. zsh runs it as bash does. */
export function buildCompletionScript(program: Command, shell: 'bash' | 'zsh'): string {
  const all = collectCommands(program);
  const withValue = collectOptionsWithValue(all);
  const script = `_ucp_host_slugs() {
  "\${COMP_WORDS[0]}" stores --json 2>/dev/null | sed -n 's/^ *"slug": "\\(.*\\)",*$/\\1/p'
}
_ucp_host() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' words='' i place=0
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command|\${COMP_WORDS[i]}" in
      ${all.slice(1).map(toStep).join('\n      ')}
      *'|'-*) continue ;;
    esac
    case "$command|\${COMP_WORDS[i-1]}" in ${withValue} ) continue ;; esac
    place=$((place + 1))
  done
  COMPREPLY=()
  case "$command|$previous" in
    ${collectOptionsWithValue(all, '<slug>')} ) COMPREPLY=($(compgen -W "$(_ucp_host_slugs)" -- "$current")); return ;;
    ${withValue} ) return ;;
  esac
  case "$command" in
    ${all.map((each) => `'${getCommandPath(each)}') words='${collectWords(each).join(' ')}' ;;`).join('\n    ')}
  esac
  case "$command|$place" in
    ${all.flatMap(collectChoicesByPlace).join('\n    ')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ucp_host ${BINARY}`;
  return shell === 'zsh' ? `${LOAD_IN_ZSH}\n${script}` : script;
}

const LOAD_IN_ZSH = `(( $+functions[compdef] )) || { autoload -U +X compinit && compinit; }
autoload -U +X bashcompinit && bashcompinit`;

function collectCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(collectCommands)];
}

/** Line that goes on from a command to its sub-command. */
function toStep(command: Command): string {
  const parent = getCommandPath(command.parent ?? command);
  return `'${parent}|${command.name()}') command='${getCommandPath(command)}'; continue ;;`;
}

function collectWords({ commands, options, parent }: Command): string[] {
  const names = commands.map((each) => each.name());
  const flags = options.flatMap(({ long }: Option) => long ?? []);
  return [...names, ...(parent === null ? ['help'] : []), ...flags, '--help'];
}

/** Pattern of options whose next word is their value; quoted parts are taken literally. */
function collectOptionsWithValue(all: readonly Command[], value = '>'): string {
  const words = all.flatMap((command) =>
    command.options
      .filter(({ required, flags }) => required && flags.endsWith(value))
      .map(({ long }) => `'${getCommandPath(command)}|${long}'`),
  );
  return words.join(' | ');
}

function collectChoicesByPlace(command: Command): string[] {
  return command.registeredArguments.flatMap((argument, place) => {
    const choices = argument.argChoices?.join(' ') ?? '';
    const at = `'${getCommandPath(command)}|${place}')`;
    if (argument.name() === 'slug' && place === 0)
      return [`${at} [[ $current == -* ]] || words=$(_ucp_host_slugs) ;;`];
    return choices === '' ? [] : [`${at} words='${choices}' ;;`];
  });
}
