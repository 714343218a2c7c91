// The functions of source files with their lengths, as the parser of the compiler sees them.
import { getTokenPosOfNode, type Node, type SourceFile } from "typescript/unstable/ast";
import {
  isArrowFunction,
  isBlock,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isMethodDeclaration,
  isSetAccessorDeclaration,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { ROOT } from "./sources.ts";

/** A project of all files that are looked at, which exists for the parser only. */
const PROJECT = `${ROOT}tsconfig.functions.json`;

export interface SourceFunction {
  /** The place of its body. */
  readonly place: string;
  /** From the opening brace to the closing brace. */
  readonly lines: number;
}

/** Returns all functions, methods and arrow functions with a block, also those inside of others. */
export function functionsOf(files: readonly string[]): SourceFunction[] {
  const options = { jsx: "preserve", noLib: true, noResolve: true, types: [] };
  const project = JSON.stringify({ compilerOptions: options, files });
  const readFile = (path: string) => (path === PROJECT ? project : undefined);
  const api = new API({ cwd: ROOT, fs: { readFile } });
  try {
    const { program } = api.updateSnapshot({ openProjects: [PROJECT] }).getProject(PROJECT)!;
    return files.flatMap((file) => functionsIn(program.getSourceFile(`${ROOT}${file}`)!, file));
  } finally {
    api.close();
  }
}

function functionsIn(source: SourceFile, file: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: Node): void => {
    const body = bodyOf(node);
    if (body) {
      const first = lineOf(getTokenPosOfNode(body, source));
      found.push({ place: `${file}:${first}`, lines: lineOf(body.end) - first + 1 });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Returns the block of a function; undefined if the node is none, or has no block. */
function bodyOf(node: Node): Node | undefined {
  const isFunction =
    isFunctionDeclaration(node) ||
    isFunctionExpression(node) ||
    isArrowFunction(node) ||
    isMethodDeclaration(node) ||
    isConstructorDeclaration(node) ||
    isGetAccessorDeclaration(node) ||
    isSetAccessorDeclaration(node);
  return isFunction && node.body && isBlock(node.body) ? node.body : undefined;
}
