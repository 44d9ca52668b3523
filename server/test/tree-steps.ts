import fc from 'fast-check'
import type { Answer, TestClient } from './test-client.ts'

// Few names, so that they conflict: by case, by Unicode form, by number, by a space replaced by a
// hyphen.
const NAMES = ['a', 'A', 'b.txt', 'b (2).txt', '\u00e9', 'e\u0301', 'c c', 'c-c']
const name = fc.constantFrom(...NAMES)
/** Selects one of the items that exist at that point. */
const pick = fc.nat(1000)
const picks = fc.array(pick, { minLength: 1, maxLength: 3 })
const renameOrSkip = fc.constantFrom('rename' as const, 'skip' as const)
const anyRule = fc.constantFrom('rename' as const, 'skip' as const, 'replace' as const)
const kind = <const D extends string>(value: D) => fc.constant(value)

const create = fc.record({ kind: kind('create'), to: pick, name, rule: renameOrSkip })
const upload = fc.record({
  kind: kind('upload'),
  to: pick,
  folders: fc.array(name, { maxLength: 2 }),
  name,
  bytes: fc.integer({ min: 1, max: 9 }),
  rule: anyRule,
})
const rename = fc.record({ kind: kind('rename'), item: pick, name })
const move = fc.record({ kind: kind('move'), items: picks, to: pick, rule: anyRule })
const copy = fc.record({ kind: kind('copy'), items: picks, to: pick, rule: anyRule })
const revert = fc.record({ kind: kind('revert'), item: pick, newest: fc.nat(1) })
const remove = fc.record({ kind: kind('remove'), items: picks, force: fc.boolean() })
const restore = fc.record({ kind: kind('restore'), items: picks, toHome: fc.boolean() })
const removeAll = fc.record({ kind: kind('removeAll'), to: pick, items: picks })
const moveAll = fc.record({
  kind: kind('moveAll'),
  from: pick,
  items: picks,
  to: pick,
  rule: anyRule,
})
const copyAll = fc.record({
  kind: kind('copyAll'),
  from: pick,
  items: picks,
  to: pick,
  rule: anyRule,
})
const restoreAll = fc.record({ kind: kind('restoreAll'), items: picks, toHome: fc.boolean() })
const deleteAll = fc.record({ kind: kind('deleteAll'), items: picks })
const empty = fc.record({ kind: kind('empty') })

/** One action of a user; creating is more frequent than emptying the trash. */
export const step = fc.oneof(
  { weight: 3, arbitrary: create },
  { weight: 3, arbitrary: upload },
  { weight: 2, arbitrary: rename },
  { weight: 4, arbitrary: move },
  { weight: 2, arbitrary: copy },
  { weight: 2, arbitrary: revert },
  { weight: 3, arbitrary: remove },
  { weight: 2, arbitrary: restore },
  { weight: 1, arbitrary: removeAll },
  { weight: 2, arbitrary: moveAll },
  { weight: 1, arbitrary: copyAll },
  { weight: 1, arbitrary: restoreAll },
  { weight: 1, arbitrary: deleteAll },
  { weight: 1, arbitrary: empty },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

export interface Ref {
  id: string
  type: 'file' | 'folder'
}

/** The items selected by a step; null as `from` or `to` is the home. */
export interface ChosenRefs<R extends Ref> {
  items: R[]
  from: R | null
  to: R | null
}

/** @returns undefined when nothing exists that could be selected */
export function chosenBy<R extends Ref>(step: Step, refs: readonly R[]): ChosenRefs<R> | undefined {
  const at = (index: number) => refs[index % refs.length]
  const selected = 'items' in step ? step.items : 'item' in step ? [step.item] : []
  const chosen = [...new Set(selected.map(at))].filter(ref => ref !== undefined)
  if (selected.length > 0 && chosen.length === 0) return undefined
  const folders = [null, ...refs]
  const folderAt = (index: number) => folders[index % folders.length] ?? null
  return {
    items: chosen,
    from: 'from' in step ? folderAt(step.from) : null,
    to: 'to' in step ? folderAt(step.to) : null,
  }
}

const refsOf = (items: Ref[]) => items.map(({ id, type }) => ({ id, type }))

export function send(
  client: TestClient,
  step: Step,
  { items, from, to }: ChosenRefs<Ref>,
): Promise<Answer<unknown>> {
  if (isBulkStep(step)) return sendBulk(client, step, { items, from, to })
  const to_id = to?.id ?? null
  switch (step.kind) {
    case 'create':
      return client.send('POST', '/api/create-folder', {
        name: step.name,
        parent_id: to_id,
        on_conflict: step.rule,
      })
    case 'upload':
      return client.upload({
        filename: step.name,
        path: [...step.folders, step.name].join('/'),
        parent_id: to_id,
        content: 'x'.repeat(step.bytes),
        on_conflict: step.rule,
      })
    case 'rename':
      return client.send('PATCH', `/api/rename/${items[0]?.id}`, {
        name: step.name,
        type: items[0]?.type,
      })
    case 'move':
    case 'copy':
      return client.send('POST', `/api/${step.kind}`, {
        to_id,
        items: refsOf(items),
        on_conflict: step.rule,
      })
    case 'remove':
      return client.send('POST', '/api/remove', {
        items: refsOf(items).map(ref => ({ ...ref, force_delete: step.force })),
      })
    case 'restore':
      return client.send('POST', '/api/trash/restore', {
        items: refsOf(items),
        to_home: step.toHome,
      })
    case 'revert':
      return revertTo(client, items[0]?.id ?? '', step.newest)
    case 'empty':
      return client.send('DELETE', '/api/trash/dump')
  }
}

type BulkStep = Extract<Step, { kind: `${string}All` }>
const isBulkStep = (step: Step): step is BulkStep => step.kind.endsWith('All')

/** Bulk selection: everything in a folder except the items. */
function sendBulk(
  client: TestClient,
  step: BulkStep,
  { items, from, to }: ChosenRefs<Ref>,
): Promise<Answer<unknown>> {
  const to_id = to?.id ?? null
  switch (step.kind) {
    case 'moveAll':
    case 'copyAll':
      return client.send('POST', step.kind === 'moveAll' ? '/api/move' : '/api/copy', {
        to_id,
        select_all_in: { folder_id: from?.id ?? null, except: items.map(item => item.id) },
        on_conflict: step.rule,
      })
    case 'removeAll':
      return client.send('POST', '/api/remove', {
        select_all_in: { folder_id: to_id, except: items.map(item => item.id) },
      })
    case 'restoreAll':
      return client.send('POST', '/api/trash/restore', {
        select_all_in: { except: items.map(item => item.id) },
        to_home: step.toHome,
      })
    case 'deleteAll':
      return client.send('POST', '/api/remove', {
        select_all_in: { folder_id: null, force_delete: true, except: items.map(item => item.id) },
      })
  }
}

/** Restores an earlier version, if there is one. */
async function revertTo(client: TestClient, id: string, newest: number): Promise<Answer<unknown>> {
  const listed = await client.send('GET', `/api/items/${id}/versions`)
  if (listed.status !== 200 || listed.body.data.length === 1) return listed
  const earlier = listed.body.data.slice(1)
  const version = earlier[newest % earlier.length]
  return client.send('POST', `/api/items/${id}/versions/${version.id}/restore`)
}
