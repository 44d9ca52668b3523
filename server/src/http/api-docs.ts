import type { Endpoint } from '@coffer/contract'
import { escapeMarkup as escaped } from '../lib/markup.ts'

function rowOf(endpoint: Endpoint): string {
  const paths = [endpoint.path, ...(endpoint.aliases ?? [])].map(
    path => `<code>${escaped(path)}</code>`,
  )
  return `<tr><td>${endpoint.method}</td><td>${paths.join('<br>')}</td><td>${endpoint.access}</td><td>${escaped(endpoint.summary)}</td></tr>`
}

/** The API reference for people; programs read `/api/openapi.json`. */
export const apiDocsPage = (endpoints: readonly Endpoint[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coffer: the interface</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 70rem; margin: 3rem auto; padding: 0 1.5rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: .5rem .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); vertical-align: top; }
</style>
<h1>The interface</h1>
<p>Every schema is in <a href="/api/openapi.json">openapi.json</a>, an OpenAPI 3.1 document. Calls that change something and come
with a session need the cookie <code>XSRF-TOKEN</code> repeated in the header <code>X-XSRF-TOKEN</code>, and
<code>X-Requested-With</code>; with a personal access token, as <code>Authorization: Bearer</code>, they need neither. A <code>POST</code> with <code>_method</code> is that method. Failures are
<code>application/problem+json</code> with a stable <code>code</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>
${endpoints.map(rowOf).join('\n')}
</tbody></table>
</html>`
