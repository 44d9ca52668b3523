import type { ServerCheck, ServerStatus } from '@coffer/contract/server-status'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConnectionTest } from '../../features/live/connection-test.tsx'
import { ChecksCard } from '../../features/server-status/checks-card.tsx'
import { ErrorsCard } from '../../features/server-status/errors-card.tsx'
import { FactsCard } from '../../features/server-status/facts-card.tsx'
import { FaultyFilesCard } from '../../features/server-status/faulty-files-card.tsx'
import { JobsCard } from '../../features/server-status/jobs-card.tsx'
import { ProcessesCard } from '../../features/server-status/processes-card.tsx'
import { REFRESH_MS } from '../../features/server-status/server-status.api.ts'
import { TasksCard } from '../../features/server-status/tasks-card.tsx'
import { MailTest } from '../../features/settings/mail-test.tsx'
import { HelpText } from '../../features/settings/setting-field.tsx'
import { config } from '../../lib/config.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { serverStatusQuery } from '../../lib/server-status.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { PartFailure } from '../../ui/part-failure.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './server.module.css'

/** The page /admin/settings/server. A part that can't be read does not affect the others. */
export function ServerPage() {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery({
    ...serverStatusQuery,
    refetchInterval: REFRESH_MS,
  })
  usePageTitle(t('admin.server'))
  return (
    <>
      <PageHeader title={t('admin.server')} />
      <div className={classes.page}>
        {data ? (
          <StatusCards status={data} retry={refetch} />
        ) : isError ? (
          <PartFailure retry={refetch} />
        ) : (
          <div aria-busy>
            <Skeleton height={320} radius={12} />
            <Skeleton height={140} radius={12} />
          </div>
        )}
        <JobsCard />
      </div>
    </>
  )
}

/** The tests of the mail server and of the connection of this page. */
function useTests(checks: readonly ServerCheck[]) {
  const { t } = useTranslation()
  const hasMailServer = checks.some(({ check, state }) => check === 'mail' && state !== 'warning')
  return {
    mail: <MailTest text={t('server_status.mail_test_text')} isDisabled={!hasMailServer} />,
    messages: config().broadcasting === 'websocket' && (
      <>
        <HelpText>{t('admin_settings.realtime_test_text')}</HelpText>
        <ConnectionTest />
      </>
    ),
  }
}

function StatusCards({ status, retry }: { status: ServerStatus; retry: () => unknown }) {
  const { t } = useTranslation()
  const { checks, processes, tasks, errors, faulty_files: faultyFiles } = status
  const failed = (title: string) => (
    <SectionCard title={title}>
      <PartFailure retry={retry} />
    </SectionCard>
  )
  return (
    <>
      <ChecksCard checks={checks} tests={useTests(checks)} />
      {faultyFiles ? (
        <FaultyFilesCard files={faultyFiles} />
      ) : (
        failed(t('server_status.faulty_files'))
      )}
      <FactsCard status={status} />
      {processes ? <ProcessesCard processes={processes} /> : failed(t('server_status.processes'))}
      {errors ? <ErrorsCard errors={errors} /> : failed(t('server_status.errors'))}
      {tasks ? <TasksCard tasks={tasks} /> : failed(t('server_status.schedule'))}
    </>
  )
}
