package dev.larder.rfc9111;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** RFC 9111 5.2: reads the directives of Cache-Control. */
final class CacheDirectiveParser {

    private CacheDirectiveParser() {}

    /** Returns all directives of all lines of a field, in order. */
    static List<CacheDirective> parse(List<String> lines) {
        List<CacheDirective> directives = new ArrayList<>();
        for (String line : lines) {
            FieldList.elements(line).forEach(element -> directives.add(parse(element)));
            if (FieldList.hasUnterminatedQuotedString(line)) {
                salvage(line, directives);
            }
        }
        return directives;
    }

    /** An unterminated quoted string must not hide what follows it: each piece counts as a malformed directive. */
    private static void salvage(String line, List<CacheDirective> directives) {
        for (String piece : line.split("[,\"]", -1)) {
            CacheDirective directive = parse(piece.strip());
            directives.add(new CacheDirective(directive.name(), directive.argument(), false));
        }
    }

    private static CacheDirective parse(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Optional<String> raw = equals < 0 ? Optional.empty() : Optional.of(text.substring(equals + 1));
        boolean wellFormed = FieldList.isToken(name)
                && raw.map(CacheDirectiveParser::isArgument).orElse(true);
        return new CacheDirective(
                unquoted(name.strip()).toLowerCase(Locale.ROOT), raw.map(CacheDirectiveParser::unquoted), wellFormed);
    }

    /** A token that forbids is rather the next directive, behind a wrong separator. */
    private static boolean isArgument(String text) {
        return isQuoted(text)
                || (FieldList.isToken(text)
                        && DirectiveWords.forbidding(List.of(text)).isEmpty());
    }

    private static boolean isQuoted(String text) {
        return FieldList.isQuotedString(text);
    }

    private static String unquoted(String text) {
        return isQuoted(text) ? text.substring(1, text.length() - 1).replaceAll("(?s)\\\\(.)", "$1") : text;
    }
}
