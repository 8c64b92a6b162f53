package dev.larder.acceptance.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PromQL expression, as far as the dashboard's go: which series it selects, by which labels, and which labels it groups
 * by. What is not understood is refused.
 */
record PromQuery(List<Selector> selectors, Set<String> groupedBy) {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s+|\"(?:[^\"\\\\]|\\\\.)*\"|\\$?[a-zA-Z_:][a-zA-Z0-9_:]*|\\d+(?:\\.\\d+)?[a-z]*|=~|!~|!=|[-+*/%(){}\\[\\],=<>]");
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Set<String> FUNCTIONS =
            Set.of("sum", "rate", "histogram_quantile", "max", "min", "avg", "increase", "count");
    private static final Set<String> GROUPINGS = Set.of("by", "without", "on", "ignoring");

    /** Series of a name whose labels meet conditions. */
    record Selector(String metric, List<Condition> conditions) {}

    /** A condition on a label. */
    record Condition(String label, String operator, String value) {

        /** Whether a label of that value meets it; a variable of the dashboard stands for any value. */
        boolean meets(String actual) {
            if (value.startsWith("$")) {
                return true;
            }
            return switch (operator) {
                case "=" -> actual.equals(value);
                case "!=" -> !actual.equals(value);
                case "=~" -> actual.matches(value);
                case "!~" -> !actual.matches(value);
                default -> throw new IllegalArgumentException(operator);
            };
        }
    }

    static PromQuery parse(String expression) {
        return new Parser(tokens(expression)).parse();
    }

    private static List<String> tokens(String expression) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(expression);
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            end = matcher.end();
            if (!matcher.group().isBlank()) {
                tokens.add(matcher.group());
            }
        }
        if (end != expression.length()) {
            throw new IllegalArgumentException("not understood: " + expression.substring(end));
        }
        return tokens;
    }

    private static final class Parser {

        private final List<String> tokens;
        private final List<Selector> selectors = new ArrayList<>();
        private final Set<String> groupedBy = new TreeSet<>();
        private int at;

        Parser(List<String> tokens) {
            this.tokens = tokens;
        }

        PromQuery parse() {
            int open = 0;
            while (at < tokens.size()) {
                String token = tokens.get(at++);
                open += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
                if (GROUPINGS.contains(token)) {
                    grouping();
                } else if (NAME.matcher(token).matches()) {
                    name(token);
                }
            }
            if (open != 0) {
                throw new IllegalArgumentException("brackets do not match");
            }
            return new PromQuery(selectors, groupedBy);
        }

        private void name(String name) {
            boolean called = next("(") || GROUPINGS.stream().anyMatch(this::next);
            if (called) {
                if (!FUNCTIONS.contains(name)) {
                    throw new IllegalArgumentException("no function that is known: " + name);
                }
                return;
            }
            List<Condition> conditions = new ArrayList<>();
            if (next("{")) {
                at++;
                while (!next("}")) {
                    conditions.add(condition());
                }
                at++;
            }
            if (next("[")) {
                take("[");
                at++;
                take("]");
            }
            selectors.add(new Selector(name, conditions));
        }

        private Condition condition() {
            String label = tokens.get(at++);
            String operator = tokens.get(at++);
            String value = tokens.get(at++);
            if (next(",")) {
                at++;
            }
            return new Condition(label, operator, value.substring(1, value.length() - 1));
        }

        private void grouping() {
            take("(");
            while (!next(")")) {
                groupedBy.add(tokens.get(at++));
                if (next(",")) {
                    at++;
                }
            }
            take(")");
        }

        private boolean next(String token) {
            return at < tokens.size() && tokens.get(at).equals(token);
        }

        private void take(String token) {
            if (!next(token)) {
                throw new IllegalArgumentException("not " + token + " at " + at + " of " + tokens);
            }
            at++;
        }
    }
}
