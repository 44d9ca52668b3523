import type { InboxMessage } from '@coffer/contract/contact-inbox'
import { MESSAGE_STATES } from '@coffer/contract/contact-inbox'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox, MailCheck, MailOpen, Reply, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markMessage, messagesQuery, removeMessage } from '../../features/contact/inbox.api.ts'
import { MessageDialog, MessageStateMark } from '../../features/contact/message-dialog.tsx'
import { useFormat } from '../../lib/use-format.ts'
import { AdminTable } from '../../ui/admin-table/admin-table.tsx'
import { choiceFilter } from '../../ui/admin-table/choice-filter.ts'
import { useFoundText } from '../../ui/admin-table/found-text.ts'
import { TablePage } from '../../ui/admin-table/table-page.tsx'
import type { AdminColumn } from '../../ui/admin-table/types.ts'
import { useTableState } from '../../ui/admin-table/use-table-state.ts'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { TwoLineText } from '../../ui/two-line-text.tsx'

const FILTERS = { state: MESSAGE_STATES } as const
const ORDER = { sort: 'created_at', direction: 'desc' } as const

/** The page /admin/contact. */
export function ContactInboxPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const state = useTableState(FILTERS, ORDER)
  const query = useQuery(messagesQuery(state.request))
  const [opened, setOpened] = useState<InboxMessage>()
  const menu = useMessageMenu(marked =>
    setOpened(current => (current?.id === marked.id ? marked : current)),
  )
  const meta = query.data?.meta
  // A message stays open when its new state removes it from the filtered list.
  const shown = query.data?.data.find(({ id }) => id === opened?.id) ?? opened
  return (
    <TablePage title={t('inbox.title')} state={state} searchLabel={t('inbox.search')}>
      <AdminTable<InboxMessage>
        name="contact"
        label={t('inbox.title')}
        state={state}
        query={query}
        columns={useMessageColumns()}
        filters={[
          choiceFilter('state', t('inbox.state'), MESSAGE_STATES, value =>
            t(`inbox.state_${value}`),
          ),
        ]}
        rowId={message => message.id}
        rowName={message => message.attributes.email}
        onOpen={setOpened}
        rowMenu={menu}
        card={message => ({
          title: message.attributes.email,
          note: message.attributes.message.slice(0, 120),
          end: <MessageStateMark message={message} />,
          endNote: format.date(message.attributes.created_at),
        })}
        found={useFoundText('inbox.found', meta)}
        empty={{ icon: Inbox, title: t('inbox.empty'), text: t('inbox.empty_text') }}
      />
      {shown && (
        <MessageDialog message={shown} actions={menu(shown)} onClose={() => setOpened(undefined)} />
      )}
    </TablePage>
  )
}

function useMessageColumns(): AdminColumn<InboxMessage>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'email',
        label: t('inbox.from'),
        width: 320,
        grow: 4,
        sort: 'asc',
        cell: ({ attributes: { email, message } }) => (
          <TwoLineText name={email} note={message.slice(0, 200)} />
        ),
      },
      {
        id: 'state',
        label: t('inbox.state'),
        width: 150,
        cell: message => <MessageStateMark message={message} />,
      },
      {
        id: 'created_at',
        label: t('inbox.received'),
        width: 170,
        sort: 'desc',
        cell: ({ attributes }) => format.dateTime(attributes.created_at),
      },
    ],
    [t, format],
  )
}

/** @param onMarked receives a message in its new state */
function useMessageMenu(
  onMarked: (message: InboxMessage) => void,
): (message: InboxMessage) => MenuAction[] {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const run = (work: () => Promise<unknown>) => () => void work().catch(failurePopup)
  const mark = (id: string, isAnswered: boolean) =>
    run(async () => onMarked(await markMessage(queries, id, isAnswered)))
  async function remove(id: string, email: string): Promise<void> {
    const isConfirmed = await confirmPopup({
      title: t('inbox.delete_title', { email }),
      message: t('inbox.delete_text'),
      confirm: t('inbox.delete'),
      danger: true,
    })
    if (!isConfirmed) return
    await removeMessage(queries, id)
    successToast(t('inbox.deleted'))
  }
  return ({ id, attributes: { email, answered_at } }) => [
    {
      label: t('inbox.reply'),
      icon: Reply,
      run: () => {
        location.href = `mailto:${encodeURIComponent(email)}`
      },
    },
    answered_at === null
      ? {
          label: t('inbox.mark_answered'),
          icon: MailCheck,
          run: mark(id, true),
        }
      : {
          label: t('inbox.mark_waiting'),
          icon: MailOpen,
          run: mark(id, false),
        },
    {
      label: t('inbox.delete'),
      icon: Trash2,
      danger: true,
      parted: true,
      run: run(() => remove(id, email)),
    },
  ]
}
