import fc from 'fast-check'
import type { Answer, TestClient } from './test-client.ts'

// Few, so that they meet: by case, by spelling, by number, by a space that becomes a hyphen.
const NAMES = ['a', 'A', 'b.txt', 'b (2).txt', '\u00e9', 'e\u0301', 'c c', 'c-c']
const name = fc.constantFrom(...NAMES)
/** Which of the items that there are by then, whatever their number. */
const pick = fc.nat(1000)
const picks = fc.array(pick, { minLength: 1, maxLength: 3 })
const renameOrSkip = fc.constantFrom('rename' as const, 'skip' as const)
const anyRule = fc.constantFrom('rename' as const, 'skip' as const, 'replace' as const)
const does = <const D extends string>(what: D) => fc.constant(what)

const create = fc.record({ does: does('create'), to: pick, name, rule: renameOrSkip })
const upload = fc.record({
  does: does('upload'),
  to: pick,
  folders: fc.array(name, { maxLength: 2 }),
  name,
  bytes: fc.integer({ min: 1, max: 9 }),
  rule: anyRule,
})
const rename = fc.record({ does: does('rename'), item: pick, name })
const move = fc.record({ does: does('move'), items: picks, to: pick, rule: anyRule })
const copy = fc.record({ does: does('copy'), items: picks, to: pick, rule: anyRule })
const revert = fc.record({ does: does('revert'), item: pick, newest: fc.nat(1) })
const remove = fc.record({ does: does('remove'), items: picks, force: fc.boolean() })
const restore = fc.record({ does: does('restore'), items: picks, toHome: fc.boolean() })
const removeAll = fc.record({ does: does('removeAll'), to: pick, items: picks })
const moveAll = fc.record({
  does: does('moveAll'),
  from: pick,
  items: picks,
  to: pick,
  rule: anyRule,
})
const copyAll = fc.record({
  does: does('copyAll'),
  from: pick,
  items: picks,
  to: pick,
  rule: anyRule,
})
const restoreAll = fc.record({ does: does('restoreAll'), items: picks, toHome: fc.boolean() })
const deleteAll = fc.record({ does: does('deleteAll'), items: picks })
const empty = fc.record({ does: does('empty') })

/** One thing that somebody does with his files; making comes oftener than emptying the trash. */
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

/** What the picks of a step stand for: `from` and `to` null are home. */
export interface ChosenRefs<R extends Ref> {
  items: R[]
  from: R | null
  to: R | null
}

/** @returns undefined when there is nothing yet to do it with */
export function chosenBy<R extends Ref>(step: Step, refs: readonly R[]): ChosenRefs<R> | undefined {
  const at = (picked: number) => refs[picked % refs.length]
  const wanted = 'items' in step ? step.items : 'item' in step ? [step.item] : []
  const chosen = [...new Set(wanted.map(at))].filter(ref => ref !== undefined)
  if (wanted.length > 0 && chosen.length === 0) return undefined
  const places = [null, ...refs]
  const placeAt = (picked: number) => places[picked % places.length] ?? null
  return {
    items: chosen,
    from: 'from' in step ? placeAt(step.from) : null,
    to: 'to' in step ? placeAt(step.to) : null,
  }
}

const refsOf = (items: Ref[]) => items.map(({ id, type }) => ({ id, type }))

export function send(
  client: TestClient,
  step: Step,
  { items, from, to }: ChosenRefs<Ref>,
): Promise<Answer<unknown>> {
  if (isOfSet(step)) return sendSet(client, step, { items, from, to })
  const to_id = to?.id ?? null
  switch (step.does) {
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
      return client.send('POST', `/api/${step.does}`, {
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

type SetStep = Extract<Step, { does: `${string}All` }>
const isOfSet = (step: Step): step is SetStep => step.does.endsWith('All')

/** Everything in a place but the items. */
function sendSet(
  client: TestClient,
  step: SetStep,
  { items, from, to }: ChosenRefs<Ref>,
): Promise<Answer<unknown>> {
  const to_id = to?.id ?? null
  switch (step.does) {
    case 'moveAll':
    case 'copyAll':
      return client.send('POST', step.does === 'moveAll' ? '/api/move' : '/api/copy', {
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

/** One of the earlier contents, if there is any. */
async function revertTo(client: TestClient, id: string, newest: number): Promise<Answer<unknown>> {
  const listed = await client.send('GET', `/api/items/${id}/versions`)
  if (listed.status !== 200 || listed.body.data.length === 1) return listed
  const earlier = listed.body.data.slice(1)
  const version = earlier[newest % earlier.length]
  return client.send('POST', `/api/items/${id}/versions/${version.id}/restore`)
}
