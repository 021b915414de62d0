import { dirname, join } from 'node:path';

/** Import or export from another module. */
export interface SourceImport {
  from: string;
  /** Path of a file from the root of the repository, else the name of a module or package. */
  to: string;
  isFile: boolean;
  /** True when only types are imported. */
  isType: boolean;
  /** Undefined when all that the file exports may be used. */
  names: string[] | undefined;
}

const IMPORTS =
  /^(?:import|export)\s+(type\s)?(?:\w+\s*,\s*)?(?:\{([^}]*)\}|[^;'"{]*?)\s*from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

/** Lists the imports in the text of a source file. */
export function importsOf(file: string, text: string): SourceImport[] {
  return [...text.matchAll(IMPORTS)].map(([, type, names, ...specifiers]) => {
    const specifier = specifiers.find((each) => each !== undefined) ?? '';
    const isFile = specifier.startsWith('.');
    return {
      from: file,
      to: isFile ? join(dirname(file), specifier) : specifier,
      isFile,
      isType: type !== undefined,
      names: names?.split(',').map(nameIn),
    };
  });
}

/** `type Money as Amount` imports `Money`. */
function nameIn(imported: string): string {
  return imported
    .trim()
    .replace(/^type\s+/, '')
    .replace(/\s+as\s+[\s\S]*/, '');
}
