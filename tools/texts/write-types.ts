import { readParameters, typeOfParameter } from './message-parameters.ts'
import type { MessageTree } from './text-files.ts'

const HEADER = `// Written by \`npm run texts -- types\` from en.json.`

/** Writes the type of a slice's messages: a text, or a function of the values that stand in it. Each has its English message as comment. */
export function writeTypes(slice: string, tree: MessageTree): string {
  const name = `${slice.charAt(0).toUpperCase()}${slice.slice(1)}Messages`
  return `${HEADER}\n\n/** What \`en.json\` gives and every other language has to. */\nexport interface ${name} {\n${writeGroup(tree, 1)}}\n`
}

const writeGroup = (tree: MessageTree, depth: number): string =>
  Object.entries(tree)
    .map(([name, message]) => {
      const indent = '  '.repeat(depth)
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
      if (typeof message !== 'string')
        return `${indent}readonly ${key}: {\n${writeGroup(message, depth + 1)}${indent}}\n`
      const english = message.replaceAll('\n', '↵').replaceAll('*/', '*∕')
      return `${indent}/** ${english} */\n${indent}readonly ${key}: ${typeOfMessage(message)}\n`
    })
    .join('')

function typeOfMessage(message: string): string {
  const parameters = [...readParameters(message)].map(([name, parameter]) => `${name}: ${typeOfParameter(parameter)}`)
  return parameters.length === 0 ? 'string' : `(values: { ${parameters.join('; ')} }) => string`
}
