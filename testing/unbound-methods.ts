import { relative } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isTypeOfExpression,
} from 'typescript/unstable/ast/is';
import {
  API,
  type Checker,
  type Symbol as CodeSymbol,
  SignatureKind,
  SymbolFlags,
} from 'typescript/unstable/sync';

/** Objects whose functions need no object; Kysely makes its expression builder for patterns. */
const NEEDS_NO_OBJECT =
  /^(?:(?:Array|Date|Number|Object|String)Constructor|Math|JSON|PromiseWithResolvers|ExpressionBuilder)$/;
const OF_A_LIBRARY = /\/node_modules\/|^bundled:/;

/** Returns the places of a project's files that hand on a method of a library's object without the object. */
export function unboundMethods(tsconfig: string, isChecked: (file: string) => boolean): string[] {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [tsconfig] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error(`There is no project in ${tsconfig}.`);
    const { program, checker } = project;
    const names = program
      .getSourceFileNames()
      .filter((name) => isChecked(relative('', name)))
      .flatMap((name) => namesIn(program.getSourceFile(name)));
    const members = membersAt(checker, names);
    const methods = new Set([...new Set(members)].filter((member) => isMethod(checker, member)));
    return names.filter((_, index) => methods.has(members[index])).map(placeOf);
  } finally {
    api.close();
  }
}

/** Names of members that are read without being called. */
function namesIn(node: Node | undefined): Node[] {
  const names: Node[] = [];
  const visit = (each: Node): void => {
    if (isPropertyAccessExpression(each) && isHandedOn(each)) names.push(each.name);
    if (isBindingElement(each) && isObjectBindingPattern(each.parent))
      names.push(...[each.propertyName ?? each.name].filter((name) => name !== undefined));
    each.forEachChild(visit);
  };
  if (node) visit(node);
  return names;
}

/** Returns the members that are read by these names; a name in a pattern stands for the variable. */
function membersAt(checker: Checker, names: readonly Node[]): (CodeSymbol | undefined)[] {
  const symbols = checker.getSymbolAtLocation(names);
  return names.map((name, index) => {
    if (!isBindingElement(name.parent)) return symbols[index];
    const type = checker.getTypeAtLocation(name.parent.parent);
    return type && checker.getPropertyOfType(type, name.getText());
  });
}

function isHandedOn(node: Node): boolean {
  const { parent } = node;
  if (isPropertyAccessExpression(parent) || isElementAccessExpression(parent)) return false;
  if (isCallExpression(parent)) return parent.expression !== node;
  return !isTypeOfExpression(parent) && !(isBinaryExpression(parent) && parent.left === node);
}

function isMethod(checker: Checker, symbol: CodeSymbol | undefined): boolean {
  if (!symbol || (symbol.flags & (SymbolFlags.Property | SymbolFlags.Method)) === 0) return false;
  if (!symbol.declarations.some(({ path }) => OF_A_LIBRARY.test(path))) return false;
  if (NEEDS_NO_OBJECT.test(symbol.getParent()?.name ?? '')) return false;
  const type = checker.getTypeOfSymbol(symbol);
  const present = type && checker.getNonNullableType(type);
  return present !== undefined && checker.getSignaturesOfType(present, SignatureKind.Call).length > 0;
}

function placeOf(name: Node): string {
  const { fileName, text } = name.getSourceFile();
  const line = text.slice(0, name.getStart()).split('\n').length;
  return `${relative('', fileName)}:${line} ${name.parent.getText()}`;
}
