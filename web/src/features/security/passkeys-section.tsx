import type { Passkey } from '@coffer/contract/passkeys'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passkeysPossible } from '../../lib/passkeys-possible.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FactLine, FactLines } from '../../ui/fact-lines.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { passkeysQuery, usePasskeyCalls } from './passkeys.api.ts'
import classes from './security.module.css'

const dialogs = () => import('./passkey-dialogs.tsx')
const AddPasskeyDialog = lazy(async () => ({ default: (await dialogs()).AddPasskeyDialog }))
const RenamePasskeyDialog = lazy(async () => ({ default: (await dialogs()).RenamePasskeyDialog }))

/** Keys that sign in without a password. */
export function PasskeysSection() {
  const { t } = useTranslation()
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const canAdd = passkeysPossible()
  return (
    <SectionCard
      title={t('passkeys.title')}
      text={t(canAdd ? 'passkeys.text' : 'passkeys.impossible')}
      action={canAdd && <Button onClick={() => setAdding(true)}>{t('passkeys.add')}</Button>}
    >
      {isError ? (
        <div>
          <Button variant="default" onClick={() => void refetch()}>
            {t('security.try_again')}
          </Button>
        </div>
      ) : !passkeys ? (
        <Skeleton height={40} />
      ) : passkeys.length > 0 ? (
        <FactLines label={t('passkeys.title')}>
          {passkeys.map(passkey => (
            <PasskeyLine key={passkey.id} passkey={passkey} />
          ))}
        </FactLines>
      ) : (
        canAdd && <p className={classes.none}>{t('passkeys.none')}</p>
      )}
      {isAdding && (
        <Suspense>
          <AddPasskeyDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { remove } = usePasskeyCalls()
  const [isRenaming, setRenaming] = useState(false)
  const { name, created_at, last_used_at } = passkey.attributes
  const used = last_used_at
    ? t('passkeys.used', { date: format.date(last_used_at) })
    : t('passkeys.unused')
  return (
    <FactLine
      icon={Fingerprint}
      name={name}
      facts={[t('passkeys.since', { date: format.date(created_at) }), used].join(' · ')}
      exact={format.exactDate(created_at)}
    >
      <IconButton
        icon={Pencil}
        size="small"
        label={t('passkeys.rename_named', { name })}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={t('passkeys.remove_named', { name })}
        onClick={() => void remove(passkey)}
      />
      {isRenaming && (
        <Suspense>
          <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </FactLine>
  )
}
