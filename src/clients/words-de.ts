import type { Sentences } from './words-en.ts'

export const german: Sentences = {
  thisProject: 'dieses Projekt',
  'agent.rate_limit_exceeded':
    'Der Agent nimmt 100 Anfragen pro Stunde für {project} an, und die dieser Stunde sind verbraucht.',
  'agent.not_found': 'Der Agent kennt diesen Job oder dieses Projekt nicht mehr.',
  'agent.access': 'Bellhop darf den Agenten für {project} nicht benutzen. Ein Admin kann ihn neu verbinden.',
  'agent.validation_error': 'Der Agent nimmt diese Anfrage so nicht an.',
  'agent.silent': 'Der Agent antwortet nicht. Es ist nichts verloren.',
  'agent.unknown': 'Gesendet, aber es kam keine Antwort. Vielleicht läuft der Job.',
  'agent.other': 'Der Agent hat das abgelehnt ({code}).',
  'mailbox.missing_authorization':
    'Das Postfach hat von Bellhop keinen brauchbaren Schlüssel bekommen. Ein Admin kann es neu verbinden.',
  'mailbox.invalid_token_type':
    'Das Postfach verlangt einen API-Schlüssel, gespeichert ist ein anderes Token. Ein Admin kann den Schlüssel eintragen.',
  'mailbox.unknown_api_key':
    'Das Postfach kennt Bellhops Schlüssel nicht mehr. Ein Admin kann es mit einem neuen verbinden.',
  'mailbox.unauthorized': 'Das Postfach nimmt Bellhops Schlüssel nicht an. Ein Admin kann es neu verbinden.',
  'mailbox.missing_permission': 'Dem Schlüssel des Postfachs fehlt {permission}.',
  'mailbox.permission_escalation': 'Der Schlüssel des Postfachs kann kein Recht vergeben, das er selbst nicht hat.',
  'mailbox.unrestricted_key_required':
    'Das braucht einen uneingeschränkten Schlüssel oder die Oberfläche des Postfachdienstes.',
  'mailbox.forbidden': 'Der Schlüssel des Postfachs gilt dort nicht. Ein Admin kann einen passenden verbinden.',
  'mailbox.already_exists':
    'Im Postfach gibt es schon etwas mit diesem Namen. Nimm das, oder wähle einen anderen Namen.',
  'mailbox.resource_taken': 'Diesen Namen hat schon eine andere Organisation. Wähle einen anderen.',
  'mailbox.limit_exceeded':
    'Die Grenze des Postfachs ist erreicht{limit}. Entferne etwas, oder lass die Grenze anheben.',
  'mailbox.domain_not_verified':
    'Nichts gesendet: Die Absenderdomain ist nicht bestätigt. Wer ihr DNS betreut, trägt die Einträge ein, danach bestätigt ein Admin sie.',
  'mailbox.not_verified':
    'Nichts gesendet: Die Organisation des Postfachs ist noch nicht bestätigt. Wer sie angelegt hat, schließt das zuerst ab; bis dahin darf sie nur an die eigene Bestätigungsadresse schreiben.',
  'mailbox.message_rejected': 'Das Postfach hat den Versand abgelehnt. Es ging keine Mail hinaus.',
  'mailbox.account_suspended':
    'Das Konto des Postfachs ist gesperrt{reason}. Nur der Support des Dienstes kann das aufheben.',
  'mailbox.validation_error': 'Das Postfach nimmt das so nicht an{fields}.',
  'mailbox.query_range_too_wide': 'So weit schaut das Postfach nicht auf einmal zurück. Wähle einen kürzeren Zeitraum.',
  'mailbox.not_found': 'Das Postfach hat das nicht mehr, oder sein Schlüssel darf es nicht sehen.',
  'mailbox.route_not_found':
    'Unter der Adresse des Postfachs antwortet nichts. Wahrscheinlich ist MAIL_API_URL falsch; ein Admin kann das prüfen.',
  'mailbox.conflict':
    'Dieselbe Anfrage läuft schon oder wurde mit anderem Inhalt gestellt. Sieh nach, bevor du sie wiederholst.',
  'mailbox.race_condition': 'Jemand anderes hat das im selben Moment geändert. Bellhop liest neu und wiederholt.',
  'mailbox.resource_deleting': 'Das wird gerade gelöscht. Warte, oder nimm etwas anderes.',
  'mailbox.cannot_delete': 'Das lässt sich nicht löschen, solange etwas anderes davon abhängt.',
  'mailbox.unprocessable': 'So kann das Postfach das nicht tun. Eine Mail braucht mindestens einen Empfänger.',
  'mailbox.rate_limit_exceeded': 'Das Postfach hatte zu viele Anfragen. Bellhop wartet und sendet dann.',
  'mailbox.invalid_id': 'Das verweist auf nichts im Postfach.',
  'mailbox.silent': 'Das Postfach antwortet nicht. Bellhop versucht es weiter, es ist nichts verloren.',
  'mailbox.unknown': 'Wir können nicht sagen, ob das gesendet wurde: Es kam keine Antwort.',
  'mailbox.other': 'Das Postfach hat das abgelehnt ({code}).',
  'address.invalid': 'Das ist keine Webadresse.',
  'address.https': 'Die Adresse muss mit https:// beginnen.',
  'address.credentials': 'Die Adresse darf weder Namen noch Passwort enthalten.',
  'address.private': 'Die Adresse muss aus dem offenen Internet erreichbar sein.',
  'address.unknown': 'Diese Adresse ist nicht zu finden.',
  'slack.other': 'Slack hat das abgelehnt ({code}).',
  'store.other': 'Bellhop erreicht gerade seine eigenen Daten nicht. Es ist nichts geschehen.',
}
