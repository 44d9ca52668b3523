import type { Plugin } from 'rolldown'
import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** Calls whose first argument is the shape of an object schema. */
const SHAPE_CALL = /^(?:object|strictObject|looseObject|extend|safeExtend)$/

interface Edit {
  start: number
  end: number
  text: string
}

const isShapeCall = (callee: ESTree.Expression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  SHAPE_CALL.test(callee.property.name)

/** Changes `name: z.string()` into `get name() { return z.string() }`. */
function getters({ properties }: ESTree.ObjectExpression): Edit[] {
  // Node.js lists getters after a spread behind other properties, so then all become getters.
  const hasSpread = properties.some(({ type }) => type === 'SpreadElement')
  return properties.flatMap(property => {
    if (property.type !== 'Property' || property.shorthand) return []
    const { start, key, value } = property
    // Other values are schemas that exist already.
    if (value.type !== 'CallExpression' && !hasSpread) return []
    return [
      { start, end: start, text: 'get ' },
      { start: key.end, end: value.start, text: '() { return ' },
      { start: value.end, end: value.end, text: ' }' },
    ]
  })
}

/** Changes the fields of every shape in a module into getters. */
export function withGetters(code: string, id: string): string {
  const edits: Edit[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [shape] }) {
      if (isShapeCall(callee) && shape?.type === 'ObjectExpression') edits.push(...getters(shape))
    },
  })
  visitor.visit(parseSync(id, code).program)
  let changed = code
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start))
    changed = changed.slice(0, start) + text + changed.slice(end)
  return changed
}

/**
 * Creates the schemas of an object's fields when the object is first used: zod reads the getters of a
 * shape then, and once. A start otherwise creates 3,900 schemas, half of which no call ever uses.
 */
export const lazyShapes: Plugin = {
  name: 'lazy-shapes',
  transform: {
    filter: { id: /\/(?:contract|server)\/src\/.*\.ts$/, code: /from 'zod'/ },
    handler: (code, id) => ({ code: withGetters(code, id), map: null }),
  },
}
