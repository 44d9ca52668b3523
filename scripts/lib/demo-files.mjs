import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'

/** The items of the demo account: a folder has a list of entries, a file its content. */
export const demoItems = () => [
  folder('Contracts', { emoji: '💼', color: '#6c7a89' }, [
    file('Lease 2026.md', lease),
    file('Suppliers.csv', suppliers),
  ]),
  folder('Harbour project', { emoji: '⚓', color: '#c8782f' }, [
    folder('Meetings', {}, [
      file('2026-02-03 Kick-off.md', minutes('Kick-off', '3 February 2026')),
      file('2026-02-17 Budget.md', minutes('Budget', '17 February 2026')),
    ]),
    file('Budget.csv', budget),
    file('Schedule.csv', schedule),
    file('Preview of the site.png', readFileSync(join(root, 'docs/screenshot.png'))),
  ]),
  folder('Invoices', { emoji: '🧾', color: '#0e8f7c' }, months.map(invoice)),
  folder('Household', { emoji: '🏠', color: '#4464b8' }, [file('Shopping list.md', shopping)]),
  file('Welcome.md', welcome),
]

/** Later versions of files that exist, by their path. */
export const demoVersions = { 'Harbour project/Budget.csv': () => budget.replace('48000', '52500') }
export const demoFavourites = ['Harbour project']
export const demoShares = [{ path: 'Harbour project', permission: 'visitor' }]
export const demoTrash = ['Household/Shopping list.md']

const folder = (name, appearance, items) => ({ name, ...appearance, items })
const file = (name, content) => ({ name, content })

const months = ['January', 'February', 'March', 'April', 'May', 'June']

function invoice(month, index) {
  const number = `2026-${String(index + 1).padStart(3, '0')}`
  const net = 1_200 + index * 150
  return file(
    `Invoice ${number}.csv`,
    `Invoice,Month,Position,Net (EUR)\n${number},${month},Planning,${net}\n${number},${month},Travel,180\n`,
  )
}

const minutes = (topic, date) => `# ${topic}

${date}. Present: Mira Quay, Jon Reed, Ada Berg.

- The permits are requested; the answer takes three weeks.
- Jon compares two offers for the crane.
- Next meeting: in two weeks, same time.
`

const welcome = `# Welcome to Coffer

This account shows what Coffer does:

- open **Harbour project** to see folders, tables and a picture
- **Budget.csv** has an earlier version
- **Harbour project** is shared by a link, see *Shared by me*
- the trash holds a file that you can restore
`

const lease = `# Lease

Between Harbour Estates Ltd. and the Film Club, for the hall at Pier 4.

1. The lease begins on 1 January 2026 and runs for two years.
2. The rent is 1,850 EUR a month, due on the first working day.
3. Either party may give three months' notice.
`

const shopping = `# Shopping list

- coffee
- lamp oil
- paint, dark green
`

const suppliers = `Name,Contact,City
Nordlicht Cranes,info@nordlicht.example,Hamburg
Puerto Electric,hola@puerto.example,Valencia
Quayside Paint,orders@quayside.example,Bristol
`

const budget = `Position,Planned (EUR),Spent (EUR)
Crane,48000,12500
Electrics,22000,4100
Paint,9500,0
Permits,3100,3100
`

const schedule = `Task,Begins,Ends
Permits,2026-02-03,2026-03-10
Foundations,2026-03-16,2026-05-08
Crane,2026-05-11,2026-06-19
Opening,2026-07-04,2026-07-04
`
