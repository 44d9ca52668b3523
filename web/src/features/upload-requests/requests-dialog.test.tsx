// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { click, find, queries, setUpRendering, show, type } from '../../../test/render.tsx'
import { requestsQuery } from './requests.api.ts'
import { RequestsDialog } from './requests-dialog.tsx'

setUpRendering()

const request = {
  id: 'r',
  attributes: {
    name: 'First',
    note: null,
    status: 'active',
    is_open: true,
    received_files: 0,
    expires_at: null,
    documents: [],
    max_files: null,
    max_bytes: null,
    allowed_types: null,
    link: 'https://example.org/r',
  },
  relationships: { folder: { data: null } },
}
const page = { data: [request], meta: { paginate: { currentPage: 1, lastPage: 1 } } }
const ignore = () => {}
const nameField = () => find<HTMLInputElement>('input[maxlength="255"]')

test('a request that is half written stays while another one is edited', async () => {
  Object.defineProperty(document, 'fonts', {
    value: { addEventListener: ignore, removeEventListener: ignore },
    configurable: true,
  })
  queries.setQueryData(requestsQuery.queryKey, { pages: [page], pageParams: [1] } as never)
  await show(
    <RequestsDialog
      folderId={null}
      types={[]}
      onCopy={ignore}
      onCreated={ignore}
      onClose={ignore}
    />,
  )
  await type(nameField(), 'Second')
  await click(find('[aria-label="upload_requests.change_of"]'))
  expect(nameField().value).toBe('First')
  const cancel = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'popups.cancel',
  )
  await act(async () => cancel?.click())
  expect(nameField().value).toBe('Second')
})
