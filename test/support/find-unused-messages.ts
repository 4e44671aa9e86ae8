import { resolve } from 'node:path'
import * as ast from 'typescript/unstable/ast'
import { API, type Checker, type NodeHandle, type Project, type Symbol, type Type } from 'typescript/unstable/sync'

const ROOT = resolve(import.meta.dirname, '../..')
const TYPES_FILE = /\/src\/(\w+)\/text\/messages\.ts$/

/** A message or a group of messages, by the place of its declaration in the generated types. */
interface Declared {
  key: string
  /** The keys of the messages in a group; undefined for a message. */
  members?: string[]
}

/**
 * The messages that no code reads, by slice and key, as the type checker finds them: an access by name, by a name from a list of names, in a pattern,
 * or by whatever a group is passed to. `replaced` has other contents for files of `src`, for tests of this function.
 */
export function findUnusedMessages(replaced: Readonly<Record<string, string>> = {}): string[] {
  const contents = new Map(Object.entries(replaced).map(([file, content]) => [resolve(ROOT, file), content]))
  const api = new API({ cwd: ROOT, fs: { readFile: (file) => contents.get(file) } })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [resolve(ROOT, 'tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (!project) throw new Error('there is no tsconfig.json')
    return listUnused(project)
  } finally {
    api.close()
  }
}

function listUnused(project: Project): string[] {
  const files = project.program.getSourceFileNames().filter((file) => file.startsWith(`${ROOT}/src/`))
  const declared = readDeclarations(project, files)
  const used = new Set<string>()
  const uses = createUses(project.checker, declared, used)
  const names = new Set([...declared.values()].map(({ key }) => key.slice(key.lastIndexOf('.') + 1)))
  const sources = files.flatMap((file) => (TYPES_FILE.test(file) ? [] : (project.program.getSourceFile(file) ?? [])))
  // The checker answers many questions together far sooner than one after the other.
  const places = sources.map((source) => listPlaces(source, names))
  const isNaming = uses.markNamed(places.map(({ named }) => named))
  const isBinding = uses.markBound(places.map(({ bound }) => bound))
  const readers = places.filter((_, index) => isNaming[index] || isBinding[index])
  uses.markElements(readers.flatMap(({ elements }) => elements))
  uses.markPassed(readers.flatMap(({ passed }) => passed))
  return [...declared.values()].flatMap(({ key, members }) => (members || used.has(key) ? [] : key)).toSorted()
}

/** Where a file may read messages. */
function listPlaces(source: ast.SourceFile, names: ReadonlySet<string>) {
  const named: ast.Node[] = []
  const bound: ast.BindingElement[] = []
  const elements: ast.ElementAccessExpression[] = []
  const passed: ast.Expression[] = []
  const visit = (node: ast.Node): void => {
    if (ast.isPropertyAccessExpression(node) && names.has(node.name.text)) named.push(node.name)
    if (ast.isElementAccessExpression(node)) elements.push(node)
    if (ast.isBindingElement(node) && ast.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name
      if (node.dotDotDotToken || (name && ast.isIdentifier(name) && names.has(name.text))) bound.push(node)
    }
    if (isPassed(node)) passed.push(node)
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return { named, bound, elements, passed }
}

const idOf = ({ path, index }: NodeHandle): string => `${path}:${index}`

function readDeclarations(project: Project, files: readonly string[]): Map<string, Declared> {
  const declared = new Map<string, Declared>()
  for (const file of files) {
    const slice = TYPES_FILE.exec(file)?.[1]
    const source = slice === undefined ? undefined : project.program.getSourceFile(file)
    if (slice === undefined || !source) continue
    const read = (node: ast.Node, prefix: string): string[] => {
      if (!ast.isInterfaceDeclaration(node) && !ast.isTypeLiteralNode(node)) return []
      return node.members.filter(ast.isPropertySignatureDeclaration).flatMap((member) => {
        const key = `${prefix}.${nameOf(member.name)}`
        const isGroup = member.type !== undefined && ast.isTypeLiteralNode(member.type)
        const members = isGroup && member.type ? read(member.type, key) : undefined
        for (const one of project.checker.getSymbolAtLocation(member.name)?.declarations ?? [])
          declared.set(idOf(one), { key, ...(members && { members }) })
        return members ?? [key]
      })
    }
    source.forEachChild((node) => void read(node, slice))
  }
  return declared
}

const nameOf = (name: ast.PropertyName): string => ('text' in name ? name.text : '')

function createUses(checker: Checker, declared: ReadonlyMap<string, Declared>, used: Set<string>) {
  const messages = [...declared.values()].flatMap(({ key, members }) => (members ? [] : key))

  /** Marks a message, or the messages of a group that `reader` reads; all of them without a reader. */
  function mark(one: Declared | undefined, reader?: Type): void {
    if (!one) return
    if (!one.members) used.add(one.key)
    else if (reader === undefined) for (const key of one.members) used.add(key)
    else markRead(`${one.key}.`, reader)
  }

  /** Marks the messages of a group that a foreign type reads. */
  function markRead(prefix: string, reader: Type): void {
    const properties = checker.getPropertiesOfType(reader)
    const below = messages.filter((key) => key.startsWith(prefix))
    const isOpen = properties.length === 0 || checker.getIndexInfosOfType(reader).length > 0 || reader.isTypeParameter()
    if (isOpen) for (const key of below) used.add(key)
    for (const property of isOpen ? [] : properties) {
      const key = `${prefix}${property.name}`
      if (messages.includes(key)) used.add(key)
      const type = checker.getTypeOfSymbol(property)
      if (type && below.some((one) => one.startsWith(`${key}.`)))
        markRead(`${key}.`, checker.getNonNullableType(type) ?? type)
    }
  }

  /** The groups or catalogues that a type is made of. */
  function findGroups(type: Type | undefined): Declared[] {
    if (type?.isUnionType() || type?.isIntersectionType()) return type.getTypes().flatMap(findGroups)
    const [declaration] = type?.getSymbol()?.declarations ?? []
    const slice = declaration && TYPES_FILE.exec(declaration.path)?.[1]
    const node = slice === undefined ? undefined : declaration?.resolve()
    if (!node || slice === undefined) return []
    if (ast.isInterfaceDeclaration(node))
      return [{ key: slice, members: messages.filter((key) => key.startsWith(`${slice}.`)) }]
    if (!ast.isPropertySignatureDeclaration(node.parent)) return []
    return findDeclarations(checker.getSymbolAtLocation(node.parent.name))
  }

  const findDeclarations = (symbol: Symbol | undefined): Declared[] =>
    symbol?.declarations.flatMap((one) => declared.get(idOf(one)) ?? []) ?? []

  const findMember = (type: Type | undefined, name: string): Declared[] =>
    findDeclarations(type && checker.getPropertyOfType(type, name))

  /** Marks the messages behind the names in each file; returns for each whether one of them is a message or a group. */
  function markNamed(files: ast.Node[][]): boolean[] {
    const symbols = checker.getSymbolAtLocation(files.flat()).values()
    return files.map((nodes) => nodes.map(() => markFound(findDeclarations(symbols.next().value))).includes(true))
  }

  /** The same for names in patterns. */
  function markBound(files: ast.BindingElement[][]): boolean[] {
    const types = checker.getTypeAtLocation(files.flat().map(({ parent }) => parent)).values()
    return files.map((nodes) => nodes.map((node) => markElement(types.next().value, node)).includes(true))
  }

  function markElement(type: Type | undefined, { name, propertyName, dotDotDotToken }: ast.BindingElement): boolean {
    const named = propertyName ?? name
    if (!dotDotDotToken) return named && ast.isIdentifier(named) ? markMember(type, named.text) : false
    for (const group of findGroups(type)) mark(group)
    return false
  }

  const markMember = (type: Type | undefined, name: string): boolean => markFound(findMember(type, name))

  /** Marks what is a message: reading a group reads none of its messages yet. */
  function markFound(found: Declared[]): boolean {
    for (const one of found) if (!one.members) mark(one)
    return found.length > 0
  }

  /** An access by a name from a list marks these names, any other one the whole group. */
  function markElements(nodes: ast.ElementAccessExpression[]): void {
    const types = checker.getTypeAtLocation(nodes.map(({ expression }) => expression))
    for (const [index, node] of nodes.entries()) {
      const groups = findGroups(types[index])
      if (groups.length === 0) continue
      const argument = checker.getTypeAtLocation(node.argumentExpression)
      const names = argument?.isUnionType() ? argument.getTypes() : argument ? [argument] : []
      for (const name of names)
        if (name.isStringLiteralType()) markMember(types[index], name.value)
        else for (const group of groups) mark(group)
    }
  }

  /** A group that is passed on: to one of our own types, where its use is found, or to another one. */
  function markPassed(nodes: ast.Expression[]): void {
    const types = checker.getTypeAtLocation(nodes)
    for (const [index, node] of nodes.entries()) {
      const groups = findGroups(types[index])
      const expected = groups.length > 0 ? checker.getContextualType(node) : undefined
      const reader = expected && (checker.getNonNullableType(expected) ?? expected)
      if (reader && findGroups(reader).length === 0) for (const group of groups) mark(group, reader)
    }
  }

  return { markNamed, markBound, markElements, markPassed }
}

/** Whether an expression that may be a group stands where something else takes it. */
function isPassed(node: ast.Node): node is ast.Expression {
  if (!ast.isIdentifier(node) && !ast.isPropertyAccessExpression(node) && !ast.isElementAccessExpression(node))
    return false
  const { parent } = node
  if (ast.isCallExpression(parent)) return parent.expression !== node
  if (ast.isArrowFunction(parent)) return parent.body === node
  // Without a type of its own, a name only stands for the group.
  if (ast.isVariableDeclaration(parent)) return parent.initializer === node && parent.type !== undefined
  if (ast.isPropertyAssignment(parent)) return parent.initializer === node
  return (
    ast.isReturnStatement(parent) ||
    ast.isShorthandPropertyAssignment(parent) ||
    ast.isSpreadAssignment(parent) ||
    ast.isSpreadElement(parent) ||
    ast.isConditionalExpression(parent)
  )
}
