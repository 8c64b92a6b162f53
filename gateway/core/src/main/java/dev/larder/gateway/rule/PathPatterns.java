package dev.larder.gateway.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/** Static checks of path patterns. */
public final class PathPatterns {

    private static final Pattern VARIABLE = Pattern.compile("\\{(\\*?)([^:}]*)((?::(?:[^{}\\\\]|\\\\.|\\{[^}]*})*)?)}");

    /** What makes a segment more than a literal: wildcards, and characters that have other spellings. */
    private static final Pattern WILD = Pattern.compile("[*?%;]");

    private PathPatterns() {}

    /** Returns why a path is not a valid pattern, as half a sentence; empty if it is valid. */
    public static Optional<String> fault(String path) {
        try {
            PathPatternParser.defaultInstance.parse(path);
            return VARIABLE.matcher(path)
                    .results()
                    .flatMap(PathPatterns::capture)
                    .findFirst();
        } catch (PatternParseException malformed) {
            return Optional.of(
                    malformed.getCause() instanceof PatternSyntaxException expression
                            ? malformed(expression)
                            : "it is no path pattern: " + malformed.getMessage());
        } catch (PatternSyntaxException expression) {
            return Optional.of(malformed(expression));
        }
    }

    private static String malformed(PatternSyntaxException expression) {
        return "its regular expression " + expression.getPattern() + " is malformed: " + expression.getDescription();
    }

    /** Spring accepts a capturing group, and then fails for each request that reaches it. */
    private static Stream<String> capture(MatchResult variable) {
        String expression = variable.group(3);
        return expression.isEmpty()
                        || Pattern.compile(expression.substring(1)).matcher("").groupCount() == 0
                ? Stream.empty()
                : Stream.of("its regular expression " + expression.substring(1)
                        + " has a group that captures, in place of one such as (?:a|b)");
    }

    /** Returns the names of its variables. */
    public static Set<String> variables(String path) {
        return VARIABLE.matcher(path)
                .results()
                .map(variable -> variable.group(2))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the pattern without the names of its variables. */
    public static String withoutNames(String path) {
        return VARIABLE.matcher(path).replaceAll("{$1$3}");
    }

    /** Returns whether one path may match both patterns; in doubt, it may. */
    public static boolean mayMeet(String one, String other) {
        return mayMeet(segments(one), segments(other));
    }

    private static List<String> segments(String path) {
        return Arrays.stream(VARIABLE.matcher(path)
                        .replaceAll(found -> found.group(1).isEmpty() ? "?" : "**")
                        .split("/"))
                .filter(segment -> !segment.isEmpty())
                .toList();
    }

    private static boolean mayMeet(List<String> one, List<String> other) {
        if (one.isEmpty() && other.isEmpty()) {
            return true;
        }
        if (startsWithRest(one)) {
            return mayMeet(rest(one), other) || (!other.isEmpty() && mayMeet(one, rest(other)));
        }
        if (startsWithRest(other) || one.isEmpty() || other.isEmpty()) {
            return startsWithRest(other) && mayMeet(other, one);
        }
        return isSame(one.get(0), other.get(0)) && mayMeet(rest(one), rest(other));
    }

    private static boolean startsWithRest(List<String> segments) {
        return !segments.isEmpty() && segments.get(0).equals("**");
    }

    private static List<String> rest(List<String> segments) {
        return segments.subList(1, segments.size());
    }

    private static boolean isSame(String one, String other) {
        return WILD.matcher(one).find() || WILD.matcher(other).find() || one.equalsIgnoreCase(other);
    }
}
