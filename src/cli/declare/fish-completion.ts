import type { Command } from 'commander';
import { BINARY } from '../shell/command-name.ts';
import {
  collectCommands,
  collectOptionsWithValue,
  collectWords,
  getSlugAtFirst,
  isSlug,
  type Word,
} from './completion.ts';
import { getCommandPath } from './declare.ts';

/** Returns the script for fish: the same walk along the words as in bash, with the summaries that fish shows beside them. */
export function buildFishScript(program: Command): string {
  const all = collectCommands(program);
  const below = all.filter(({ parent }) => parent !== null);
  return `function _ucp_host_slugs
  set -l program (commandline -opc)[1]
  $program stores --json 2>/dev/null | string match -rg '^ *"slug": "(.*)",*$'
end

function _ucp_host
  set -l command ''
  set -l previous ''
  set -l place 0
  for word in (commandline -opc)[2..]
    switch "$command|$word"
      ${below.map((each) => `case '${getCommandPath(each.parent ?? each)}|${each.name()}'; set command '${getCommandPath(each)}'`).join('\n      ')}
      case '*|-*'
      case '*'
        switch "$command|$previous"
          case ${collectOptionsWithValue(all).join(' ')}
          case '*'; set place (math $place + 1)
        end
    end
    set previous $word
  end
  set -l current (commandline -ct)
  switch "$command|$previous"
    case ${collectOptionsWithValue(all, isSlug).join(' ')}; _ucp_host_slugs; return
    case ${collectOptionsWithValue(all).join(' ')}; __fish_complete_path "$current"; return
  end
  if not string match -q -- '-*' "$current"
    switch "$command|$place"
      case ${all.flatMap(getSlugAtFirst).join(' ')}; _ucp_host_slugs; return
      ${all.flatMap(collectChoicesByPlace).join('\n      ')}
    end
  end
  switch "$command"
    ${all.map((each) => `case '${getCommandPath(each)}'; ${print(collectWords(each))}`).join('\n    ')}
  end
end

complete -c ${BINARY} -f -a '(_ucp_host)'`;
}

function collectChoicesByPlace(command: Command): string[] {
  return command.registeredArguments.flatMap(({ argChoices = [] }, place) => {
    const words = argChoices.map((choice): Word => [choice, '']);
    return words.length > 0 ? [`case '${getCommandPath(command)}|${place}'; ${print(words)}; return`] : [];
  });
}

function print(words: readonly Word[]): string {
  return `printf '%s\\t%s\\n' ${words.flat().map(quoteText).join(' ')}`;
}

function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
