import { expect, it } from 'vitest'
import * as samples from '../../../test/media-samples.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { makeTeamWith } from '../../../test/teams.ts'

const t = await openTestApp()

it('a finished preview is published to everyone in the team folder and to no one else', async () => {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const eve = await t.signIn()
  const crew = await makeTeamWith(ann, 'Crew', [[ben, 'can_view']])
  const content = await samples.picture('png')
  const sent = await ann.upload({ filename: 'crew.png', content, parent_id: crew.id })
  const own = await ann.upload({ filename: 'own.png', content })
  const pages = await Promise.all([ann, ben, eve].map(client => openPage(client)))
  await t.runJobs()
  const change = { type: 'item.changed', item_id: sent.body.data.id, parent_id: crew.id }
  const ownChange = { type: 'item.changed', item_id: own.body.data.id, parent_id: null }
  const [annEvents, benEvents, eveEvents] = pages.map(page => page.events)
  await expect.poll(() => annEvents).toContainEqual(change)
  await expect.poll(() => annEvents).toContainEqual(ownChange)
  await expect.poll(() => benEvents).toContainEqual(change)
  expect(benEvents).not.toContainEqual(expect.objectContaining({ item_id: own.body.data.id }))
  expect(eveEvents).not.toContainEqual(expect.objectContaining({ type: 'item.changed' }))
  for (const page of pages) page.close()
})
