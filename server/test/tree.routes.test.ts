import fc from 'fast-check'
import { expect, it } from 'vitest'
import { removeTrashedFromIndexes } from '../src/features/trash/index.ts'
import { findIntegrityErrors } from './integrity.ts'
import { openTestApp } from './open-test-app.ts'
import { searched } from './property.ts'
import type { TestClient } from './test-client.ts'
import { copyAll, deleteAll, moveAll, removeAll, restoreAll } from './tree-bulk-selections.ts'
import { Tree } from './tree-model.ts'
import type { Node, Outcome } from './tree-node.ts'
import { type ChosenRefs, chosenBy, type Step, send, step } from './tree-steps.ts'

const t = await openTestApp()
await t.settings({ versions_kept: 2 })

function expected(tree: Tree, step: Step, { items, from, to }: ChosenRefs<Node>): Outcome {
  const target = to ?? tree.home
  const [item = tree.home] = items
  switch (step.kind) {
    case 'create':
      return tree.createFolder(target, step.name, step.rule)
    case 'upload':
      return tree.upload(target, step.folders, step.name, step.bytes, step.rule)
    case 'rename':
      return tree.rename(item, step.name)
    case 'move':
      return tree.move(items, target, step.rule)
    case 'copy':
      return tree.copy(items, target, step.rule)
    case 'moveAll':
    case 'copyAll':
      return (step.kind === 'moveAll' ? moveAll : copyAll)(tree, {
        from: from ?? tree.home,
        to: target,
        except: items,
        rule: step.rule,
      })
    case 'revert':
      return tree.restoreVersion(item, step.newest)
    case 'remove':
      return tree.remove(items, step.force)
    case 'restore':
      return tree.restore(items, step.toHome)
    case 'removeAll':
      return removeAll(tree, target, items)
    case 'restoreAll':
      return restoreAll(tree, items, step.toHome)
    case 'deleteAll':
      return deleteAll(tree, items)
    case 'empty':
      return tree.empty()
  }
}

/** Assigns the id of a created item to its node, and to folders created along with it. */
async function learnIds(client: TestClient, node: Node | null, id: string | null): Promise<void> {
  if (!node || id === null || node.id === id) return
  node.id = id
  const { body } = await client.send('GET', `/api/items/${id}`)
  await learnIds(client, node.parent, body.data.attributes.parent_id)
}

/** Finds the ids of copies by name, outermost first. */
async function learnCopies(client: TestClient, tree: Tree): Promise<void> {
  for (const node of tree.nodes.filter(node => node.id === '')) {
    const target = node.parent?.id || 'all'
    const { body } = await client.send('GET', `/api/browse/folders/${target}`)
    const named = body.data.find(
      (item: { attributes: { name: string } }) => item.attributes.name === node.name,
    )
    expect(named, node.name).toBeDefined()
    node.id = named.id
  }
}

async function runStep(client: TestClient, tree: Tree, step: Step): Promise<void> {
  const chosen = chosenBy(step, tree.nodes)
  if (!chosen) return
  const { node, ...outcome } = expected(tree, step, chosen)
  const { status, body } = await send(client, step, chosen)
  const { changed, skipped } = body.meta ?? {}
  expect({ status, changed, skipped }).toEqual(outcome)
  if (node) await learnIds(client, node, body.data.id)
  if (step.kind === 'copy' || step.kind === 'copyAll') await learnCopies(client, tree)
}

interface Shown {
  id: string
  name: string
  items: number | null
  inside: Shown[]
}
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

function shownBy(tree: Tree, nodes: Node[]): Shown[] {
  const show = (node: Node): Shown => {
    const inside = tree.childrenOf(node)
    const items = node.type === 'folder' ? inside.length : null
    return { id: node.id, name: node.name, items, inside: inside.map(show).sort(byId) }
  }
  return nodes.map(show).sort(byId)
}

/** Everything below a folder, as listed by the API. */
async function listed(
  client: TestClient,
  target: 'folders' | 'trash',
  id = 'all',
): Promise<Shown[]> {
  const { body } = await client.send('GET', `/api/browse/${target}/${id}`)
  expect(body.meta.paginate.total).toBe(body.data.length)
  const items: Shown[] = []
  for (const { id, type, attributes } of body.data) {
    const inside = type === 'folder' ? await listed(client, target, id) : []
    items.push({ id, name: attributes.name, items: attributes.items, inside })
  }
  return items.sort(byId)
}

/** Some steps are followed by the background job that runs every second. */
const steps = fc.tuple(step, fc.boolean())

// C1
it('after any sequence of steps every list, count and sum matches the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30 }), async schedule => {
      const client = await t.signIn()
      const tree = new Tree()
      for (const [step, isUnindexed] of schedule) {
        await runStep(client, tree, step)
        if (isUnindexed) await removeTrashedFromIndexes(t.deps)
      }
      expect(await listed(client, 'folders')).toEqual(shownBy(tree, tree.childrenOf(tree.home)))
      expect(await listed(client, 'trash')).toEqual(shownBy(tree, tree.trashed()))
      expect((await t.storage(client.userId)).used_bytes).toBe(tree.usedBytes())
      expect(await findIntegrityErrors(t.deps.db)).toEqual([])
    }),
    searched(30),
  )
})
