const transfers = {
  'actions.copy': 'Copiar',
  'actions.copy_where': 'Copiar a…',
  'actions.duplicate': 'Duplicar',
  'actions.where': 'Destino',
  'actions.move_one': 'Mover «{{name}}»',
  'actions.move_many_one': 'Mover {{count, number}} elemento',
  'actions.move_many_other': 'Mover {{count, number}} elementos',
  'actions.move_to': 'Mover a {{folder}}',
  'actions.move_here': 'Mover aquí',
  'actions.already_there_one': 'Ya está en {{folder}}.',
  'actions.already_there_other': 'Ya están en {{folder}}.',
  'actions.kept_in_team':
    'Solo el propietario puede sacar elementos de una carpeta de equipo. En su lugar, puedes copiarlos.',
  'actions.kept_in_teams':
    'Estos elementos están en varias carpetas de equipo y solo sus propietarios pueden sacarlos. Selecciona elementos de una sola carpeta.',
  'actions.new_folder_in': 'Nombre de la carpeta nueva en {{folder}}',
  'actions.copy_one': 'Copiar «{{name}}»',
  'actions.copy_many_one': 'Copiar {{count, number}} elemento',
  'actions.copy_many_other': 'Copiar {{count, number}} elementos',
  'actions.copy_to': 'Copiar a {{folder}}',
  'actions.copy_here': 'Copiar aquí',
  'actions.copied_one': '{{count, number}} elemento copiado a {{folder}}',
  'actions.copied_other': '{{count, number}} elementos copiados a {{folder}}',
  'actions.duplicated_one': '{{count, number}} elemento duplicado',
  'actions.duplicated_other': '{{count, number}} elementos duplicados',
  'actions.copy_done_one': '{{count, number}} elemento copiado. Pégalo en cualquier carpeta.',
  'actions.copy_done_other': '{{count, number}} elementos copiados. Pégalos en cualquier carpeta.',
  'actions.favourited_one': '«{{name}}» añadido a favoritos',
  'actions.favourited_other': '{{count, number}} elementos añadidos a favoritos',
  'actions.unfavourited_one': '«{{name}}» quitado de favoritos',
  'actions.unfavourited_other': '{{count, number}} elementos quitados de favoritos',
  'actions.renamed': 'Ahora se llama «{{name}}»',
  'actions.changed': 'Se ha actualizado el aspecto de la carpeta',
  'actions.undone': 'Deshecho',
  'actions.undo_failed': 'No se ha podido deshacer',
  'actions.undo_failed_text':
    'Lo que no se ha podido deshacer sigue como estaba. No se ha perdido ningún archivo.',
  'actions.undo_nothing': 'Mientras tanto, los elementos se han movido o eliminado.',
  'keys.copy': 'Copiar',
  'keys.undo': 'Deshacer la última acción',
} as const

const conflicts = {
  'actions.taken_title': '«{{name}}» ya existe',
  'actions.taken_text': '{{folder}} ya contiene un elemento con este nombre. ¿Qué quieres hacer?',
  'actions.taken_here': 'Esta carpeta ya contiene un elemento con este nombre. ¿Qué quieres hacer?',
  'actions.taken_restore':
    'La ubicación original ya contiene un elemento con este nombre. ¿Qué quieres hacer?',
  'actions.taken_folder':
    'Ya existe un elemento con este nombre. Si conservas ambos, se añade un número al nuevo.',
  'actions.side_restored': 'Restaurando',
  'actions.side_renamed': 'Renombrando',
  'actions.other_name': 'Elegir otro nombre',
  'actions.side_there': 'Existente',
  'actions.side_moved': 'Moviendo',
  'actions.side_copied': 'Copiando',
  'actions.keep_both': 'Conservar ambos',
  'actions.change_all_the_same': 'Cambiar de todos modos',
  'actions.replace': 'Reemplazar',
  'actions.merge': 'Combinar',
  'actions.skip': 'Omitir',
  'actions.replace_hint': 'Al reemplazar, el archivo existente se guarda como versión anterior.',
  'actions.replace_hint_lost':
    'Al reemplazar, el archivo existente se elimina definitivamente, salvo que lo haya subido otro propietario.',
  'actions.merge_hint':
    'Al combinar, ambas carpetas se unen. Los archivos con el mismo nombre se reemplazan y se guardan como versiones anteriores.',
  'actions.merge_hint_lost':
    'Al combinar, ambas carpetas se unen. Los archivos con el mismo nombre se reemplazan, y los reemplazados se eliminan definitivamente, salvo los que haya subido otro propietario.',
  'actions.for_all_one': 'Aplicar al otro',
  'actions.for_all_other': 'Aplicar a los otros {{count, number}}',
} as const

const versions = {
  'versions.title': 'Versiones',
  'versions.current': 'actual',
  'versions.badge': 'Versión {{number}}',
  'versions.look': 'Ver la versión del {{date}}',
  'versions.of': 'Versión del {{date}}',
  'versions.of_named': '{{name}}, versión del {{date}}',
  'versions.restore_this': 'Restaurar',
  'versions.download': 'Descargar la versión del {{date}}',
  'versions.restore': 'Restaurar la versión del {{date}}',
  'versions.delete': 'Eliminar la versión del {{date}}',
  'versions.restored': 'Versión del {{date}} restaurada',
  'versions.delete_title': '¿Eliminar esta versión definitivamente?',
  'versions.delete_text':
    'Se elimina el contenido del {{date}}. El archivo actual no se ve afectado.',
  'versions.delete_confirm': 'Eliminar versión',
  'versions.deleted': 'Versión eliminada',
} as const

const emoji = {
  'actions.emoji_add': 'Elegir emoji',
  'actions.emoji_change': 'Cambiar emoji',
  'actions.emoji_search': 'Buscar emoji',
  'actions.emoji_found_one': '{{count, number}} encontrado',
  'actions.emoji_found_other': '{{count, number}} encontrados',
  'actions.emoji_first': 'Los primeros {{shown, number}} de {{count, number}}',
  'actions.emoji_recent': 'Recientes',
  'actions.emoji_work': 'Trabajo',
  'actions.emoji_home': 'Hogar',
  'actions.emoji_nature': 'Naturaleza',
  'actions.emoji_travel': 'Viajes',
  'actions.emoji_free': 'Actividades',
  'actions.emoji_signs': 'Símbolos',
  'actions.emoji_set': 'Emojis',
  'actions.emoji_set_text':
    'Twemoji se ve igual en todas partes; el otro conjunto es el de tu dispositivo.',
  'actions.emoji_set_twemoji': 'Twemoji',
  'actions.emoji_set_applemoji': 'Dispositivo',
} as const

export const actions = { ...emoji, ...transfers, ...conflicts, ...versions }
