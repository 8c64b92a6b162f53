package dev.larder.rfc9111;

import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lines of Cache-Control; the third and fourth are CDN-Cache-Control. */
public final class CacheControlFuzz {

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]++";
    private static final Pattern DIRECTIVE = Pattern.compile(
            "[ \\t,]*+(" + TOKEN + ")(?:=(?:(" + TOKEN
                    + ")|\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"))?+[ \\t]*+(?=,|\\z)",
            Pattern.DOTALL);
    private static final int TARGETED_FROM = 2;

    private CacheControlFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        List<String> lines = FuzzInput.of(data).lines();
        List<String> own = lines.subList(0, Math.min(TARGETED_FROM, lines.size()));
        own.forEach(CacheControlFuzz::isReadAsTheGrammarSays);
        whatRestrictsIsSeenWhateverStandsBefore(own);
        repetitionsDoNotLengthen(own);
        caseDoesNotCount(own);
        aTargetedFieldDecidesAlone(own, lines.subList(own.size(), lines.size()));
    }

    /** RFC 9111 5.2, by an expression instead of a parser, for lines that keep to the grammar. */
    private static void isReadAsTheGrammarSays(String line) {
        List<CacheDirective> wanted = new ArrayList<>();
        Matcher directive = DIRECTIVE.matcher(line);
        int at = 0;
        while (at < line.length() && directive.region(at, line.length()).lookingAt()) {
            wanted.add(new CacheDirective(
                    directive.group(1).toLowerCase(Locale.ROOT),
                    argument(directive),
                    isNoRestriction(directive.group(2))));
            at = directive.end();
        }
        if (line.substring(at).matches("[ \\t,]*+")) {
            FuzzAssertions.equal(CacheDirectiveParser.parse(List.of(line)), wanted, () -> line);
        }
    }

    private static boolean isNoRestriction(@Nullable String token) {
        return token == null || DirectiveWords.forbidding(List.of(token)).isEmpty();
    }

    private static Optional<String> argument(Matcher directive) {
        return Optional.ofNullable(directive.group(2))
                .or(() -> Optional.ofNullable(directive.group(3)).map(CacheControlFuzz::unescaped));
    }

    private static String unescaped(String quoted) {
        var plain = new StringBuilder();
        for (int i = 0; i < quoted.length(); i++) {
            i += quoted.charAt(i) == '\\' ? 1 : 0;
            plain.append(quoted.charAt(i));
        }
        return plain.toString();
    }

    private static void whatRestrictsIsSeenWhateverStandsBefore(List<String> lines) {
        restricts(lines, "no-store", ResponseDirectives::isNoStore);
        restricts(lines, "private", ResponseDirectives::isPrivate);
        restricts(lines, "no-cache", ResponseDirectives::isNoCache);
        restricts(lines, "must-revalidate", ResponseDirectives::isStaleProhibited);
        RequestDirectives wishes = RequestDirectives.of(fields(and(lines, "no-store")), CachePolicy.DEFAULT);
        FuzzAssertions.hold(wishes.isNoStore(), () -> "a request's no-store after " + lines);
    }

    private static void restricts(List<String> lines, String word, Predicate<ResponseDirectives> seen) {
        FuzzAssertions.hold(seen.test(ResponseDirectives.of(fields(and(lines, word)))), () -> word + " after " + lines);
        if (!lines.isEmpty()) {
            String last = lines.get(lines.size() - 1);
            FuzzAssertions.hold(
                    seen.test(ResponseDirectives.of(fields(List.of(last + ", " + word)))), () -> last + ", " + word);
        }
    }

    private static void repetitionsDoNotLengthen(List<String> lines) {
        ResponseDirectives directives = ResponseDirectives.of(fields(lines));
        directives.maxAge().ifPresent(CacheControlFuzz::isBounded);
        directives.sMaxAge().ifPresent(CacheControlFuzz::isBounded);
        directives.staleIfError().ifPresent(CacheControlFuzz::isBounded);
        FuzzAssertions.equal(
                ResponseDirectives.of(fields(and(lines, "max-age=0"))).maxAge(),
                Optional.of(Duration.ZERO),
                () -> "max-age=0 after " + lines);
        RequestDirectives wishes = RequestDirectives.of(fields(and(lines, "max-stale=0")), CachePolicy.DEFAULT);
        FuzzAssertions.equal(wishes.maxStale(), Optional.of(Duration.ZERO), () -> "max-stale=0 after " + lines);
        wishes.minFresh().ifPresent(CacheControlFuzz::isBounded);
    }

    private static void isBounded(Duration duration) {
        FuzzAssertions.hold(!duration.isNegative() && duration.compareTo(DeltaSeconds.MAX) <= 0, duration::toString);
    }

    private static void caseDoesNotCount(List<String> lines) {
        ResponseDirectives one = ResponseDirectives.of(fields(lines));
        ResponseDirectives other = ResponseDirectives.of(
                fields(lines.stream().map(CacheControlFuzz::capitals).toList()));
        FuzzAssertions.equal(summary(other), summary(one), () -> "capitals of " + lines);
    }

    private static String capitals(String text) {
        var capitals = new StringBuilder();
        text.chars().forEach(c -> capitals.append((char) (c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c)));
        return capitals.toString();
    }

    private static void aTargetedFieldDecidesAlone(List<String> lines, List<String> targeted) {
        HeaderFields alone = named("CDN-Cache-Control", targeted);
        if (TargetedDirectives.of(alone).isPresent()) {
            HeaderFields both =
                    HeaderFields.builder().addAll(fields(lines)).addAll(alone).build();
            FuzzAssertions.equal(
                    summary(ResponseDirectives.of(both)),
                    summary(ResponseDirectives.of(alone)),
                    () -> targeted + " beside " + lines);
        }
    }

    private static List<Object> summary(ResponseDirectives directives) {
        return List.of(
                directives.isNoStore(),
                directives.isPrivate(),
                directives.isNoCache(),
                directives.isPublic(),
                directives.isImmutable(),
                directives.mustUnderstand(),
                directives.maxAge(),
                directives.sMaxAge(),
                directives.isStaleProhibited(),
                directives.allowsAuthorizedReuse(),
                directives.unstorableFields());
    }

    private static List<String> and(List<String> lines, String one) {
        List<String> all = new ArrayList<>(lines);
        all.add(one);
        return all;
    }

    private static HeaderFields fields(List<String> lines) {
        return named("Cache-Control", lines);
    }

    private static HeaderFields named(String name, List<String> lines) {
        var fields = HeaderFields.builder();
        lines.forEach(line -> fields.add(name, line));
        return fields.build();
    }
}
