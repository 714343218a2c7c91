// The functions and the declared names of source files, as the parser of the compiler sees them.
// The decision: one pass over the syntax trees answers both questions, because reading the trees takes the time.
import { type Block, getTokenPosOfNode, type Node, type SourceFile } from "typescript/unstable/ast";
import {
  isArrowFunction,
  isBindingElement,
  isBlock,
  isClassDeclaration,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isMethodSignatureDeclaration,
  isParameterDeclaration,
  isPrivateIdentifier,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  isSetAccessorDeclaration,
  isTypeAliasDeclaration,
  isVariableDeclaration,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { ROOT } from "./sources.ts";

/** A project of all files that are looked at, which exists for the parser only. */
const PROJECT = `${ROOT}tsconfig.syntax.json`;

export interface SourceFunction {
  /** The position of its body. */
  readonly at: string;
  /** From the opening brace to the closing brace. */
  readonly lines: number;
  readonly statements: number;
  /** The statements without comments and line breaks. */
  readonly body: string;
}

export interface DeclaredName {
  /** The position of the declaration. */
  readonly at: string;
  /** Without the # of a private member. */
  readonly name: string;
}

interface Syntax {
  /** All functions, methods and arrow functions with a block, also those inside of others. */
  readonly functions: readonly SourceFunction[];
  /**
   * The names of variables, parameters, functions, types and members. Keys of objects are left out: they are the names
   * of a type's members, or belong to a protocol.
   */
  readonly names: readonly DeclaredName[];
}

export function syntaxOf(files: readonly string[]): Syntax {
  const options = { jsx: "preserve", noLib: true, noResolve: true, types: [] };
  const project = JSON.stringify({ compilerOptions: options, files });
  const readFile = (path: string) => (path === PROJECT ? project : undefined);
  const api = new API({ cwd: ROOT, fs: { readFile } });
  try {
    const { program } = api.updateSnapshot({ openProjects: [PROJECT] }).getProject(PROJECT)!;
    const found = files.map((file) => syntaxIn(program.getSourceFile(`${ROOT}${file}`)!, file));
    return {
      functions: found.flatMap(({ functions }) => functions),
      names: found.flatMap(({ names }) => names),
    };
  } finally {
    api.close();
  }
}

function syntaxIn(source: SourceFile, file: string): Syntax {
  const functions: SourceFunction[] = [];
  const names: DeclaredName[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: Node): void => {
    const block = bodyOf(node);
    if (block) {
      const start = getTokenPosOfNode(block, source);
      const first = lineOf(start);
      functions.push({
        at: `${file}:${first}`,
        lines: lineOf(block.end) - first + 1,
        statements: block.statements.length,
        body: withoutComments(source.text.slice(start, block.end)),
      });
    }
    const name = nameOf(node);
    if (name !== undefined) names.push({ at: `${file}:${lineOf(getTokenPosOfNode(node, source))}`, name });
    node.forEachChild(visit);
  };
  visit(source);
  return { functions, names };
}

/** Returns the block of a function; undefined if the node is none, or has no block. */
function bodyOf(node: Node): Block | undefined {
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

function withoutComments(code: string): string {
  return code.replace(/^\s*\/\/.*$|^\s*\/\*\*?[\s\S]*?\*\//gm, "").replace(/\s+/g, " ");
}

/** Returns the name that a node declares; undefined if it declares none, or one that another file or key gives it. */
function nameOf(node: Node): string | undefined {
  const declares =
    isVariableDeclaration(node) ||
    isParameterDeclaration(node) ||
    isFunctionDeclaration(node) ||
    isClassDeclaration(node) ||
    isInterfaceDeclaration(node) ||
    isTypeAliasDeclaration(node) ||
    isMethodDeclaration(node) ||
    isMethodSignatureDeclaration(node) ||
    isPropertyDeclaration(node) ||
    isPropertySignatureDeclaration(node) ||
    isGetAccessorDeclaration(node) ||
    (isBindingElement(node) && node.propertyName !== undefined);
  if (!declares || node.name === undefined) return undefined;
  if (isIdentifier(node.name)) return node.name.text;
  return isPrivateIdentifier(node.name) ? node.name.text.slice(1) : undefined;
}
