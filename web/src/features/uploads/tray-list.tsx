import { useTranslation } from 'react-i18next'
import type { TaskStore, UploadsSnapshot } from './task-store.ts'
import classes from './tray-list.module.css'
import { UploadRow } from './upload-row.tsx'
import { VirtualRows } from './virtual-rows.tsx'

export const ROW = 60

interface TrayListProps {
  snapshot: UploadsSnapshot
  store: TaskStore
}

export function TrayList({ snapshot, store }: TrayListProps) {
  const { t } = useTranslation()
  const { ids } = snapshot
  const renderRow = (index: number) => {
    const task = store.task(ids[index] ?? '')
    return task && <UploadRow key={task.id} task={task} />
  }
  return (
    <VirtualRows
      label={t('uploads.list')}
      count={ids.length}
      rowHeight={ROW}
      renderRow={renderRow}
      className={classes.list}
    />
  )
}
