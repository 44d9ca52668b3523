import type { Transaction } from '@coffer/contract/transactions'
import { useTranslation } from 'react-i18next'
import classes from '../../features/dashboard/newest-card.module.css'
import { NewestCard } from '../../features/dashboard/newest-card.tsx'
import { TransactionAmount, TransactionStatusMark } from '../../features/invoices/status.tsx'
import { useFormat } from '../../lib/use-format.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** The newest transactions of all users. Needs the messages of the part `billing`. */
export function NewestTransactions({ transactions }: { transactions: readonly Transaction[] }) {
  const { t } = useTranslation()
  return (
    <NewestCard
      title={t('dashboard.newest_transactions')}
      link={{ to: '/admin/invoices/transactions' }}
      linkText={t('dashboard.all_transactions')}
    >
      {transactions.length === 0 && <li className={classes.row}>{t('transactions.empty')}</li>}
      {transactions.map(transaction => (
        <TransactionRow key={transaction.id} {...transaction} />
      ))}
    </NewestCard>
  )
}

function TransactionRow({ attributes, relationships: { user } }: Transaction) {
  const { t } = useTranslation()
  const format = useFormat()
  const { type, status, created_at } = attributes
  const person = user.data?.attributes ?? { name: t('transactions.user_deleted') }
  return (
    <li className={classes.row}>
      <Avatar person={person} size={30} />
      <span className={classes.texts}>
        <span className={classes.name}>{person.name}</span>
        <span className={classes.note}>
          {t(`transactions.type.${type}`)} ·{' '}
          <time dateTime={created_at} title={format.exactDate(created_at)}>
            {format.date(created_at)}
          </time>
        </span>
      </span>
      <span className={classes.end}>
        <span className={classes.name}>
          <TransactionAmount attributes={attributes} />
        </span>
        <TransactionStatusMark status={status} />
      </span>
    </li>
  )
}
