import { Html, html } from '../../../src/lib/html.ts'
import type { PageAnswer } from './simulator-server.ts'

interface Button {
  action: string
  label: string
}

const STYLE = new Html(`
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f7; color: #1c1f24; }
  main { max-width: 26rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: 12px; }
  h1 { font-size: 1.25rem; margin: 0 0 1rem; }
  button { display: block; width: 100%; margin-top: .75rem; padding: .75rem; font: inherit;
    border: 1px solid #767b85; border-radius: 8px; background: #fff; cursor: pointer; }
  button:first-of-type { background: #1c4fd8; border-color: #1c4fd8; color: #fff; }
  button:focus-visible { outline: 3px solid #8fb0ff; outline-offset: 2px; }
  .notice { padding: .75rem; border-radius: 8px; background: #fdecea; }`)

const renderButton = ({ action, label }: Button) =>
  html`<button name="action" value="${action}">${label}</button>\n`

/**
 * Creates the function that renders a gateway's pages for payers.
 * @returns a function of the title, the amount or the reason of a refusal, buttons, and an alert
 */
export const pageRenderer =
  (gateway: string) =>
  (title: string, lines: string[], buttons: Button[] = [], notice?: string): PageAnswer => ({
    status: 200,
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – simulated ${gateway}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p>Simulated ${gateway}: no money moves.</p>
<h1>${title}</h1>
${notice && html`<p class="notice" role="alert">${notice}</p>`}
${lines.map(line => html`<p>${line}</p>\n`)}
<form method="post">
${buttons.map(renderButton)}
</form>
</main>
</body>
</html>
`.markup,
  })

export const PAY_BUTTONS = [
  { action: 'pay', label: 'Pay' },
  { action: 'decline', label: 'Decline' },
  { action: 'authenticate', label: 'Needs 3-D Secure' },
  { action: 'close', label: 'Close' },
]

export const CHALLENGE_BUTTONS = [
  { action: 'confirm', label: 'Confirm the payment' },
  { action: 'fail', label: 'Fail the authentication' },
]
