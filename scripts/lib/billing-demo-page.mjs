import { Html, html } from '../../server/src/lib/html.ts'

const STYLE = new Html(`
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  form { display: inline-block; margin: 0 .5rem .5rem 0; }
  button { padding: .5rem 1rem; font: inherit; }
  table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
  caption { text-align: left; font-weight: 600; }
  th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #ccc; }`)

/** Shows the time, buttons that advance it, and the payments at each gateway. */
export function clockPage({ now, steps, simulators, origin }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clock of the simulated gateways</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Clock of the simulated gateways</h1>
<p>Now it is ${new Date(now).toUTCString()}. <a href="${origin}">Open Coffer</a></p>
<p>${steps.map(stepButton)}</p>
<p>Coffer restarts at the new time. After long steps, sign in again.</p>
${Object.entries(simulators).map(gatewayTables)}
</body>
</html>
`.markup
}

const stepButton = step =>
  html`<form method="post" action="/?step=${step}"><button>One ${step} ahead</button></form>`

function gatewayTables([name, { payments, violations, deliveries }]) {
  const rows = payments().map(({ at, kind, amount, currency, state, id }) => {
    const cells = [new Date(at).toISOString(), kind, `${amount} ${currency}`, state, id]
    return html`<tr>${cells.map(text => html`<td>${text}</td>`)}</tr>\n`
  })
  const refused = deliveries.filter(({ status }) => status < 200 || status > 299).length
  const wrong = violations.map(
    ({ call, side, problems }) => html`<li>${call} (${side}): ${problems[0]}</li>`,
  )
  return html`<table>
<caption>${name}: ${deliveries.length} events sent, ${refused} not accepted</caption>
<tr><th scope="col">Time</th><th scope="col">Kind</th><th scope="col">Minor units</th>
<th scope="col">State</th><th scope="col">Id</th></tr>
${rows}
</table>
${wrong.length > 0 && html`<p>Calls that do not match the description:</p><ul>${wrong}</ul>`}
`
}
