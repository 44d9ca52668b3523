import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ADDRESS } from '../../features/browse/browse.api.ts'
import { EmojiChoice } from '../../features/items/emoji-choice.tsx'
import { ConvertDialog, NewTeamDialog } from '../../features/teams/new-team-dialog.tsx'
import { PeopleDialog } from '../../features/teams/people-dialog.tsx'
import { NO_FOLDER } from '../../lib/no-folder.ts'
import type { Files } from './use-files.ts'
import type { Dialog } from './use-folder.ts'
import { useRestrictions } from './use-restrictions.ts'

interface TeamDialogProps {
  files: Files
  dialog: Extract<Dialog, { kind: 'team' }>
}

/** The dialogs of a team folder, and where to navigate after them. */
export function TeamDialog({ files, dialog }: TeamDialogProps) {
  const { cache, closeDialog, me, location, listing } = files
  const { disabledReasonOf } = useRestrictions()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [emoji, setEmoji] = useState<string | null>(null)
  const goTo = (id: string) => void navigate({ to: ADDRESS.team, params: { id } })
  const done = () => {
    void cache.refresh()
    void queries.invalidateQueries({ queryKey: ['teams'] })
    closeDialog()
  }
  const onCreated = ({ id }: { id: string }) => {
    done()
    goTo(id)
  }
  switch (dialog.how) {
    case 'create':
      return (
        <NewTeamDialog emoji={emoji} onCreated={onCreated} onClose={closeDialog}>
          <EmojiChoice value={emoji} onChange={setEmoji} />
        </NewTeamDialog>
      )
    case 'convert':
      return <ConvertDialog folder={dialog.folder} onCreated={onCreated} onClose={closeDialog} />
    case 'people':
      return (
        <PeopleDialog
          folder={dialog.folder}
          me={me}
          inviteDisabledReason={disabledReasonOf('canCreateTeamFolder', dialog.folder)}
          onClose={closeDialog}
          onChanged={change => {
            const isInside = location.folderId !== null && listing.team?.id === dialog.folder.id
            if (change === 'leave' && isInside)
              void navigate({ to: ADDRESS.shared, params: NO_FOLDER })
            if (change === 'dissolve' && isInside)
              void navigate({ to: ADDRESS.folders, params: { id: dialog.folder.id } })
            done()
          }}
        />
      )
  }
}
