// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { expect, test } from 'vitest'
import { setUpRendering, showPage } from '../../../test/render.tsx'
import { RestrictionsCard } from './details-cards.tsx'
import { useDetailsForm } from './details-form.ts'

setUpRendering()

const all_reasons = [
  { code: 'unpaid', text: 'A payment is due.' },
  { code: 'administrator', text: 'By hand' },
  { code: 'storage_full', text: 'The storage is full.' },
]
const user = {
  id: 'u',
  attributes: { role: 'user', invitation: null },
  meta: {
    restrictions: { reason_code: 'administrator', all_reasons },
    admin_restrictions: { canUpload: false, reason: 'By hand' },
  },
} as unknown as AdminUserDetail

function Card() {
  return <RestrictionsCard user={user} details={useDetailsForm(user)} />
}

test('reasons of billing and storage are listed beside the abilities withheld by hand', async () => {
  await showPage(Card)
  expect(document.body.textContent).toContain('A payment is due. The storage is full.')
})
