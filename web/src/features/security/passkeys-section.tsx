import type { Passkey } from '@coffer/contract/passkeys'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../lib/config.ts'
import { passkeyObstacle } from '../../lib/passkey-obstacle.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FactRow } from '../../ui/fact-list.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { passkeysQuery, usePasskeyCalls } from './passkeys.api.ts'
import { PasswordDialog } from './password-dialog.tsx'

const dialogs = () => import('./passkey-dialogs.tsx')
const AddPasskeyDialog = lazy(async () => ({ default: (await dialogs()).AddPasskeyDialog }))
const RenamePasskeyDialog = lazy(async () => ({ default: (await dialogs()).RenamePasskeyDialog }))

const OBSTACLE_TEXTS = {
  address: 'passkeys.impossible',
  'other-address': 'passkeys.other_address',
} as const

/** The passkeys of the account. */
export function PasskeysSection() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const obstacle = passkeyObstacle()
  const canAdd = obstacle === null
  return (
    <ListCard
      title={t('passkeys.title')}
      text={obstacle ? t(OBSTACLE_TEXTS[obstacle], { address: config().host }) : t('passkeys.text')}
      action={
        canAdd && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
      query={useQuery(passkeysQuery)}
      renderEntry={passkey => <PasskeyRow key={passkey.id} passkey={passkey} />}
      emptyText={canAdd && t('passkeys.none')}
    >
      {isAdding && (
        <Suspense>
          <AddPasskeyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </ListCard>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { remove } = usePasskeyCalls()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { name, created_at, last_used_at } = passkey.attributes
  const used = last_used_at
    ? t('passkeys.used', { date: format.date(last_used_at) })
    : t('passkeys.unused')
  return (
    <FactRow
      icon={Fingerprint}
      name={name}
      facts={[t('passkeys.since', { date: format.date(created_at) }), used].join(' · ')}
      exact={format.exactDate(created_at)}
    >
      <IconButton
        icon={Pencil}
        size="small"
        label={t('passkeys.rename_named', { name })}
        onClick={() => setOpen('rename')}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={t('passkeys.remove_named', { name })}
        onClick={() => setOpen('remove')}
      />
      <Suspense>
        {open === 'rename' && <RenamePasskeyDialog passkey={passkey} onClose={close} />}
        {open === 'remove' && (
          <PasswordDialog
            title={t('passkeys.remove_title', { name })}
            text={t('passkeys.remove_text')}
            submit={t('passkeys.remove')}
            onReauthenticated={reauthentication => remove(passkey, reauthentication)}
            onClose={close}
          />
        )}
      </Suspense>
    </FactRow>
  )
}
