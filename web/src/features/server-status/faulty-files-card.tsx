import type { FaultyFile } from '@coffer/contract/server-status'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { StatusTable } from './status-table.tsx'

/** Files whose content is missing or damaged; nothing while all are readable. */
export function FaultyFilesCard({ files }: { files: readonly FaultyFile[] }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  const title = t('server_status.faulty_files')
  return (
    <SectionCard title={title} text={t('server_status.faulty_files_text')}>
      <StatusTable
        label={title}
        rows={files}
        rowKey={({ id, fault }) => `${id} ${fault}`}
        columns={[
          { label: t('server_status.file'), cell: ({ name }) => shownName(name) },
          { label: t('server_status.owner'), cell: ({ owner_name }) => owner_name },
          {
            label: t('server_status.fault'),
            cell: ({ fault }) => t(`server_status.fault_${fault}`),
          },
        ]}
      />
    </SectionCard>
  )
}
