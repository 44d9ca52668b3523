const transfers = {
  'actions.copy': 'Copiar',
  'actions.copy_where': 'Copiar a…',
  'actions.duplicate': 'Duplicar',
  'actions.where': 'A dónde',
  'actions.move_one': 'Mover «{{name}}»',
  'actions.move_many_one': 'Mover {{count, number}} elemento',
  'actions.move_many_other': 'Mover {{count, number}} elementos',
  'actions.move_to': 'Mover a {{folder}}',
  'actions.move_here': 'Mover aquí',
  'actions.already_there_one': 'Ya está en {{folder}}.',
  'actions.already_there_other': 'Ya están en {{folder}}.',
  'actions.kept_in_team':
    'Solo su dueño saca algo de una carpeta de equipo. Puedes copiarlo a otro lugar.',
  'actions.kept_in_teams':
    'Están en varias carpetas de equipo de otros, y solo sus dueños sacan algo de ellas. Mueve lo que está en una de ellas.',
  'actions.new_folder_in': 'Nombre de la carpeta nueva en {{folder}}',
  'actions.copy_one': 'Copiar «{{name}}»',
  'actions.copy_many_one': 'Copiar {{count, number}} elemento',
  'actions.copy_many_other': 'Copiar {{count, number}} elementos',
  'actions.copy_to': 'Copiar a {{folder}}',
  'actions.copy_here': 'Copiar aquí',
  'actions.copied_one': '{{count, number}} elemento copiado a {{folder}}',
  'actions.copied_other': '{{count, number}} elementos copiados a {{folder}}',
  'actions.duplicated_one': '{{count, number}} elemento duplicado junto a su original',
  'actions.duplicated_other':
    '{{count, number}} elementos duplicados, cada uno junto a su original',
  'actions.copy_done_one': '{{count, number}} elemento listo para pegar',
  'actions.copy_done_other': '{{count, number}} elementos listos para pegar',
  'actions.renamed': 'Ahora se llama «{{name}}»',
  'actions.changed': 'La carpeta tiene su nuevo aspecto',
  'actions.undone': 'Deshecho',
  'actions.undo_failed': 'No se pudo deshacer',
  'actions.undo_failed_text':
    'Lo que no volvió a su sitio está donde se movió; no se ha perdido nada.',
  'keys.copy': 'Copiar',
  'keys.undo': 'Deshacer la última acción',
} as const

const conflicts = {
  'actions.taken_title': '«{{name}}» ya está ahí',
  'actions.taken_text': 'En {{folder}} hay un elemento con ese nombre. ¿Qué hacemos?',
  'actions.taken_here': 'En esta carpeta hay un elemento con ese nombre. ¿Qué hacemos?',
  'actions.taken_restore': 'Donde estaba hay ahora un elemento con ese nombre. ¿Qué hacemos?',
  'actions.taken_folder':
    'Ya hay una carpeta o un archivo con ese nombre. Si conservas ambos, la nueva recibe un número.',
  'actions.side_restored': 'Se restaura',
  'actions.side_renamed': 'Se renombra',
  'actions.other_name': 'Otro nombre',
  'actions.side_there': 'Ya está ahí',
  'actions.side_moved': 'Se mueve',
  'actions.side_copied': 'Se copia',
  'actions.keep_both': 'Conservar ambos',
  'actions.change_all_the_same': 'Cambiarlo igualmente',
  'actions.replace': 'Reemplazar',
  'actions.merge': 'Combinar',
  'actions.skip': 'Omitir',
  'actions.replace_hint': 'Al reemplazar, el archivo que hay ahí queda como versión anterior.',
  'actions.merge_hint':
    'Al combinar, ambos contenidos quedan en una carpeta; los archivos con el mismo nombre se reemplazan y quedan como versiones anteriores.',
  'actions.for_all_one': 'Hacer lo mismo con el otro',
  'actions.for_all_other': 'Hacer lo mismo con los otros {{count, number}}',
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
  'versions.restored': 'Ha vuelto la versión del {{date}}',
  'versions.delete_title': '¿Eliminar esta versión para siempre?',
  'versions.delete_text': 'El contenido del {{date}} desaparece. El archivo queda como está.',
  'versions.delete_confirm': 'Eliminar versión',
  'versions.deleted': 'Se eliminó la versión',
} as const

const emoji = {
  'actions.emoji_add': 'Elegir un emoji',
  'actions.emoji_change': 'Cambiar emoji',
  'actions.emoji_search': 'Buscar un emoji',
  'actions.emoji_found_one': '{{count, number}} encontrado',
  'actions.emoji_found_other': '{{count, number}} encontrados',
  'actions.emoji_first': 'Los primeros {{shown, number}} de {{count, number}}',
  'actions.emoji_recent': 'Usados hace poco',
  'actions.emoji_work': 'Trabajo',
  'actions.emoji_home': 'Hogar',
  'actions.emoji_nature': 'Naturaleza',
  'actions.emoji_travel': 'Viajes',
  'actions.emoji_free': 'Tiempo libre',
  'actions.emoji_signs': 'Signos',
  'actions.emoji_set': 'Emojis',
  'actions.emoji_set_text':
    'Los nuestros se ven igual en todas partes; los otros son los de tu dispositivo.',
  'actions.emoji_set_twemoji': 'Twemoji',
  'actions.emoji_set_applemoji': 'Dispositivo',
} as const

export const actions = { ...emoji, ...transfers, ...conflicts, ...versions }
