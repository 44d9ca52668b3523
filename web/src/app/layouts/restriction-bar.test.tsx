// @vitest-environment jsdom
import type { Restrictions } from '@coffer/contract/account'
import { expect, test } from 'vitest'
import { setUpRendering, showPage } from '../../../test/render.tsx'
import { RestrictionBar } from './restriction-bar.tsx'

setUpRendering()

test('an unpaid invoice is named beside a restriction by an administrator', async () => {
  const all_reasons: Restrictions['all_reasons'] = [
    { code: 'unpaid', text: 'A payment is due.' },
    { code: 'administrator', text: 'No uploads for trainees.' },
  ]
  const restrictions = { reason: 'No uploads for trainees.', all_reasons } as Restrictions
  await showPage(() => <RestrictionBar {...restrictions} />)
  expect(document.querySelector('section')?.textContent).toContain(
    'A payment is due. No uploads for trainees.',
  )
})
