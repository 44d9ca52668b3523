import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const JSON_SCHEMA_MODULES = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/** The summary of an endpoint, used only by the OpenAPI page. */
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g

/**
 * Removes code that only describes schemas: browsers validate with schemas but never convert them
 * to JSON Schema, and bundlers cannot see that. Endpoint summaries are removed too. The server
 * keeps both.
 */
export function plainSchemas(): Plugin {
  return {
    name: 'plain-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/[\w-]+\.ts$/.test(id)) return null
      return { code: code.replaceAll(SUMMARY, "summary: ''"), map: null }
    },
    async load(id) {
      if (!JSON_SCHEMA_MODULES.test(id)) return null
      const source = await readFile(id, 'utf8')
      const names = source.matchAll(/^export (?:const|function) (\w+)/gm)
      const stub = "() => { throw new Error('Schemas are not described here.') }"
      return [...names].map(([, name]) => `export const ${name} = () => ${stub}`).join('\n')
    },
  }
}
