import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'
const EXPORT = 'export const __vitePreload ='

/** Lets `reportParts` wrap the function that Vite calls for each lazy part. */
export function partErrors(): Plugin {
  return {
    name: 'part-errors',
    apply: 'build',
    transform(code, id) {
      if (id !== HELPER) return null
      if (!code.includes(EXPORT)) this.error('Vite no longer loads parts with __vitePreload.')
      const module = JSON.stringify(`${import.meta.dirname}/../src/lib/load-part.ts`)
      const wrapped = code.replace(EXPORT, 'const preload =')
      return {
        code: `import { reportParts } from ${module};\n${wrapped};\n${EXPORT} reportParts(preload)`,
        map: null,
      }
    },
  }
}
