import type { Command } from 'commander';
import { BINARY } from '../shell/command-name.ts';
import { commandsBelow, isSlug, optionsWithValue, slugAtFirst, type Word, wordsOf } from './completion.ts';
import { pathOf } from './declare.ts';

/** Returns the script for fish: the same walk along the words as in bash, with the summaries that fish shows beside them. */
export function fishScript(program: Command): string {
  const all = commandsBelow(program);
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
      ${below.map((each) => `case '${pathOf(each.parent ?? each)}|${each.name()}'; set command '${pathOf(each)}'`).join('\n      ')}
      case '*|-*'
      case '*'
        switch "$command|$previous"
          case ${optionsWithValue(all).join(' ')}
          case '*'; set place (math $place + 1)
        end
    end
    set previous $word
  end
  set -l current (commandline -ct)
  switch "$command|$previous"
    case ${optionsWithValue(all, isSlug).join(' ')}; _ucp_host_slugs; return
    case ${optionsWithValue(all).join(' ')}; __fish_complete_path "$current"; return
  end
  if not string match -q -- '-*' "$current"
    switch "$command|$place"
      case ${all.flatMap(slugAtFirst).join(' ')}; _ucp_host_slugs; return
      ${all.flatMap(choicesByPlace).join('\n      ')}
    end
  end
  switch "$command"
    ${all.map((each) => `case '${pathOf(each)}'; ${print(wordsOf(each))}`).join('\n    ')}
  end
end

complete -c ${BINARY} -f -a '(_ucp_host)'`;
}

function choicesByPlace(command: Command): string[] {
  return command.registeredArguments.flatMap(({ argChoices = [] }, place) => {
    const words = argChoices.map((choice): Word => [choice, '']);
    return words.length > 0 ? [`case '${pathOf(command)}|${place}'; ${print(words)}; return`] : [];
  });
}

function print(words: readonly Word[]): string {
  return `printf '%s\\t%s\\n' ${words.flat().map(quoted).join(' ')}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
