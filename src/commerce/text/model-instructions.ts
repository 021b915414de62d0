import { toTextForMachines } from './visible-text.ts';

/** Prefilter: every match of a pattern contains one of these words. */
const SUSPICIOUS =
  /ignor|disregard|you are now|forget|overrid|prompt|instruc|assistant|\bai\b|\ba\.i\.|\bllm|language model|chatbot|chatgpt|claude|gemini|copilot|agent|do not|don'?t|never|<\||\[\/?inst|<<sys|system|anweisung|istruzioni|instrucciones|instruções|忽略|無視|無視して/i;

const MODEL =
  '(?:ais?|a\\.i\\.|llms?|(?:large )?language models?|chat ?bots?|(?:ai|shopping|virtual|digital|buying) (?:assistants?|agents?|models?)|chatgpt|gpt(?:-?\\d\\S{0,20})?|claude|gemini|copilot)';
const COMMAND =
  "(?:must|should|shall|always|never|do not|don'?t|ignore|recommend|buy|add|choose|prefer|tell|say|rank|send|select|purchase|respond|reply|answer|include|call|visit)";

/** Patterns over lower-case text; conservative: each addresses a model, or gives an order that only a model could follow. */
const PATTERNS = [
  // Revoke earlier instructions.
  /\b(?:ignore|disregard|forget|override|bypass)(?: \S{1,40}){0,3}? (?:previous|prior|above|earlier|preceding|all|any|your|system|existing)(?: \S{1,40}){0,3}? (?:instructions?|prompts?|rules|guidelines|directives|guardrails)\b/,
  /\bignorier(?:e|en sie|t)? (?:\S{1,40} ){0,2}(?:vorherigen|bisherigen|obigen|vorigen) (?:\S{1,40} )?(?:anweisungen|instruktionen|befehle)/,
  /\bignor(?:a|e|ez|er|are|ar) (?:\S{1,40} ){0,3}(?:instrucciones|instructions|istruzioni|instruções) (?:\S{1,40} )?(?:anteriores|previas|précédentes|ci-dessus|precedenti)/,
  /忽略(?:之前|以上|先前|前面)?的?(?:所有|全部)?的?(?:之前|以上|先前|前面)?的?(?:指令|指示|提示)|(?:以前|上記|これまで)の(?:すべての)?(?:指示|命令)を無視/,
  // Imitate the framing of a conversation.
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant)(?:[ _-](?:prompt|message|instructions?))?>/,
  /(?:^|\n) *(?:#+ *)?(?:system|assistant|developer)(?: (?:message|instructions?|override))? *: *(?:you\b|i (?:will|am|have)\b|the (?:user|buyer|customer|shopper|human)\b|ignore\b|always\b|never\b|do not\b|from now\b)/,
  /\b(?:reveal|print|output|repeat|show|leak|replace|new|updated)(?: (?:me|us|your|the|its)){0,2} system (?:prompt|instructions?)\b/,
  // Address a model and command it.
  new RegExp(
    `\\b(?:if you(?: a|')re|you are(?: now)?|as|dear|attention|hey|hello|note (?:to|for)|notice (?:to|for)|instructions? (?:to|for)|messages? (?:to|for)|important for)(?: an?| any| all| the)? ${MODEL}\\b.{0,120}?\\b${COMMAND}\\b`,
    's',
  ),
  new RegExp(
    `\\b${MODEL}(?: that (?:is|are)| who (?:is|are))? (?:reading|processing|parsing|summari[sz]ing|indexing) (?:this|the)\\b.{0,120}?\\b${COMMAND}\\b`,
    's',
  ),
  /\byou are now (?:an? |the )?(?:dan|unrestricted|jailbroken|uncensored|in developer mode)\b/,
  // Turn it against its user.
  /\b(?:do not|don'?t|never) (?:tell|inform|mention (?:this |it )?to|reveal (?:this |it )?to|alert|warn|ask)(?: \S{1,40}){0,3}? (?:the |your )?(?:user|human|principal)\b/,
] as const;

export function hasSomeModelInstructions(texts: readonly string[]): boolean {
  return SUSPICIOUS.test(toTextForMachines(texts.join('\n'))) && texts.some(hasModelInstructions);
}

/** True for text that gives instructions to a model, in invisible characters too. */
export function hasModelInstructions(text: string): boolean {
  const plain = toTextForMachines(text);
  if (!SUSPICIOUS.test(plain)) return false;
  const folded = plain.toLowerCase().replaceAll(/[^\S\n]+/g, ' ');
  const flat = folded.replaceAll('\n', ' ');
  return PATTERNS.some((pattern) => pattern.test(folded) || pattern.test(flat));
}
