import type { Sentences } from './words-en.ts'

export const spanish: Sentences = {
  thisProject: 'este proyecto',
  'agent.rate_limit_exceeded':
    'El agente acepta 100 solicitudes por hora para {project}, y las de esta hora están usadas.',
  'agent.not_found': 'El agente ya no conoce este trabajo o este proyecto.',
  'agent.access': 'Bellhop no puede usar el agente para {project}. Un administrador puede conectarlo de nuevo.',
  'agent.validation_error': 'El agente no acepta esta solicitud tal como está.',
  'agent.silent': 'El agente no responde. No se ha perdido nada.',
  'agent.unknown': 'Enviado, pero no llegó respuesta. Puede que esté en marcha.',
  'agent.other': 'El agente lo rechazó ({code}).',
  'mailbox.missing_authorization':
    'El buzón no recibió de Bellhop ninguna clave válida. Un administrador puede conectarlo de nuevo.',
  'mailbox.invalid_token_type':
    'El buzón pide una clave de API y está guardado otro tipo de token. Un administrador puede poner una clave de API.',
  'mailbox.unknown_api_key': 'El buzón ya no conoce la clave de Bellhop. Un administrador puede conectar una nueva.',
  'mailbox.unauthorized': 'El buzón no acepta la clave de Bellhop. Un administrador puede conectarlo de nuevo.',
  'mailbox.missing_permission': 'A la clave del buzón le falta {permission}.',
  'mailbox.permission_escalation': 'La clave del buzón no puede dar un permiso que ella misma no tiene.',
  'mailbox.unrestricted_key_required': 'Esto necesita una clave sin restricciones o el panel del propio buzón.',
  'mailbox.forbidden': 'La clave del buzón no vale ahí. Un administrador puede conectar una que sí valga.',
  'mailbox.already_exists': 'El buzón ya tiene algo con este nombre. Úsalo o elige otro nombre.',
  'mailbox.resource_taken': 'Otra organización ya tiene este nombre. Elige otro.',
  'mailbox.limit_exceeded': 'Se alcanzó el límite del buzón{limit}. Quita uno o pide que suban el límite.',
  'mailbox.domain_not_verified':
    'No se envió nada: el dominio de envío no está verificado. Quien lleva su DNS añade los registros y después un administrador lo verifica.',
  'mailbox.not_verified':
    'No se envió nada: la organización del buzón aún no está verificada. Quien la abrió termina eso primero; hasta entonces solo puede escribir a su propia dirección de verificación.',
  'mailbox.message_rejected': 'El buzón se negó a enviar. No salió ningún correo.',
  'mailbox.account_suspended':
    'La cuenta del buzón está suspendida{reason}. Solo el soporte del servicio puede levantarlo.',
  'mailbox.validation_error': 'El buzón no acepta esto tal como está{fields}.',
  'mailbox.query_range_too_wide': 'El buzón no mira tan lejos de una vez. Elige un periodo más corto.',
  'mailbox.not_found': 'El buzón ya no tiene esto, o su clave no puede verlo.',
  'mailbox.route_not_found':
    'Nada responde en la dirección del buzón. Probablemente MAIL_API_URL está mal; un administrador puede comprobarlo.',
  'mailbox.conflict': 'La misma solicitud está en curso o se hizo con otro contenido. Compruébalo antes de repetirla.',
  'mailbox.race_condition': 'Alguien lo cambió en el mismo momento. Bellhop lo lee de nuevo y repite.',
  'mailbox.resource_deleting': 'Esto se está borrando. Espera o usa otro.',
  'mailbox.cannot_delete': 'No se puede borrar mientras algo dependa de ello.',
  'mailbox.unprocessable': 'El buzón no puede hacerlo tal como está. Un correo necesita al menos un destinatario.',
  'mailbox.rate_limit_exceeded': 'El buzón recibió demasiadas solicitudes. Bellhop espera y lo envía después.',
  'mailbox.invalid_id': 'Esto no apunta a nada en el buzón.',
  'mailbox.silent': 'El buzón no responde. Bellhop sigue intentándolo, no se ha perdido nada.',
  'mailbox.unknown': 'No podemos decir si se envió: no llegó respuesta.',
  'mailbox.other': 'El buzón lo rechazó ({code}).',
  'address.invalid': 'Esto no es una dirección web.',
  'address.https': 'La dirección debe empezar por https://.',
  'address.credentials': 'La dirección no debe contener ni nombre ni contraseña.',
  'address.private': 'La dirección debe ser accesible desde la internet abierta.',
  'address.unknown': 'No se encuentra esa dirección.',
  'slack.other': 'Slack lo rechazó ({code}).',
  'store.other': 'Bellhop no alcanza ahora sus propios datos. No se hizo nada.',
}
