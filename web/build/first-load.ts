import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Chunks = Map<string, Rolldown.OutputChunk>

interface Page {
  name: string
  /** Modules loaded for the page in addition to the entry and its imports. */
  modules: readonly string[]
  limitKb: number
}

const PAGES: readonly Page[] = [
  {
    name: 'sign-in',
    modules: ['src/app/layouts/auth-layout.tsx', 'src/pages/guest/sign-in.tsx'],
    limitKb: 200,
  },
  {
    name: 'files',
    modules: [
      'src/app/layouts/app-layout.tsx',
      'src/pages/platform/files.tsx',
      'src/pages/platform/panel.tsx',
      'src/pages/platform/upload-dock.tsx',
    ],
    limitKb: 260,
  },
  {
    name: 'share',
    modules: ['src/app/layouts/share-layout.tsx', 'src/pages/guest/shared-folder.tsx'],
    limitKb: 200,
  },
]

/**
 * Reports how much script the first visit of a page loads, and warns when it exceeds the budget.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const all = Object.values(bundle).filter(output => output.type === 'chunk')
      const chunks: Chunks = new Map(all.map(chunk => [chunk.fileName, chunk]))
      for (const page of PAGES) {
        const { brotli, gzip } = sizeOf(scriptsOf(page, chunks))
        const message = `first load of ${page.name}: ${brotli} kB by Brotli, ${gzip} kB by gzip`
        if (brotli > page.limitKb) this.warn(`${message}; at most ${page.limitKb} kB are allowed`)
        else this.info(message)
      }
    },
  }
}

function scriptsOf({ modules }: Page, chunks: Chunks): Set<Rolldown.OutputChunk> {
  const isNeeded = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
    isEntry || modules.some(module => facadeModuleId?.endsWith(`/${module}`))
  const needed = new Set<Rolldown.OutputChunk>()
  const waiting = [...chunks.values()].filter(isNeeded)
  for (const chunk of waiting) {
    if (needed.has(chunk)) continue
    needed.add(chunk)
    for (const name of chunk.imports) {
      const imported = chunks.get(name)
      if (imported) waiting.push(imported)
    }
  }
  return needed
}

function sizeOf(scripts: Iterable<Rolldown.OutputChunk>): { brotli: number; gzip: number } {
  let brotli = 0
  let gzip = 0
  for (const { code } of scripts) {
    brotli += brotliCompressSync(code).length
    gzip += gzipSync(code, { level: 9 }).length
  }
  return { brotli: Math.ceil(brotli / 1000), gzip: Math.ceil(gzip / 1000) }
}
