import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { itemActions } from './item-menu.ts'
import type { Files } from './use-files.ts'

const itemOf = (id: string, download: boolean) =>
  ({
    id,
    type: 'file',
    attributes: { name: id, team_id: null },
    meta: { can: { download, move: false, remove: false, edit: false, share: false } },
  }) as Item

/** Labels of the menu for items selected in a list across folders. */
function labelsFor(items: readonly Item[]): string[] {
  const files = {
    selection: { items, count: items.length },
    location: { place: 'all' },
    listing: { root: null },
    isFlat: true,
  } as unknown as Files
  return itemActions(files, ((key: string) => key) as never).map(({ label }) => label)
}

const teamFolder = (isMember: boolean): Item => ({
  ...itemOf('team', isMember),
  type: 'folder',
  attributes: { ...itemOf('team', isMember).attributes, team_id: 'team' },
})

test('offers the members of a team folder to members, not to other administrators', () => {
  expect(labelsFor([teamFolder(true)])).toContain('teams.people')
  expect(labelsFor([teamFolder(false)])).not.toContain('teams.people')
})

const COPIES = ['actions.copy_where', 'actions.duplicate', 'actions.copy']

test('offers copies of items whose content the user can download', () => {
  expect(labelsFor([itemOf('a', true), itemOf('b', true)])).toEqual(expect.arrayContaining(COPIES))
})

test('offers no copy when the user cannot download one of the items', () => {
  for (const items of [[itemOf('a', false)], [itemOf('a', true), itemOf('b', false)]])
    expect(labelsFor(items).filter(label => COPIES.includes(label))).toEqual([])
})
