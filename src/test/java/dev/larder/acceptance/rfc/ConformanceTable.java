package dev.larder.acceptance.rfc;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Notes which tests of which obligations passed, and at the end prints the table and writes {@code target/conformance.md}. */
final class ConformanceTable implements TestWatcher {

    @Override
    public void testSuccessful(ExtensionContext context) {
        note(context, true);
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        note(context, false);
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        note(context, false);
    }

    private static void note(ExtensionContext context, boolean passed) {
        Method test = context.getRequiredTestMethod();
        Results results = context.getRoot()
                .getStore(ExtensionContext.Namespace.create(ConformanceTable.class))
                .computeIfAbsent(Results.class, key -> new Results(new ConcurrentHashMap<>()), Results.class);
        Optional.ofNullable(test.getAnnotation(CoveredObligations.class))
                .ifPresent(obligation -> results.add(
                        obligation.value(), test.getDeclaringClass().getSimpleName() + "." + test.getName(), passed));
    }

    /** What is known of a test: whether all its cases passed. */
    private record Results(Map<String, Map<String, Boolean>> byObligation) implements AutoCloseable {

        void add(String[] ids, String test, boolean passed) {
            for (String id : ids) {
                byObligation
                        .computeIfAbsent(id, key -> new ConcurrentHashMap<>())
                        .merge(test, passed, Boolean::logicalAnd);
            }
        }

        @Override
        public void close() throws IOException {
            StringBuilder table = new StringBuilder("# Conformance, store: %s%n%n".formatted(store()));
            for (String rfc : rfcs()) {
                List<ObligationCatalogue.Entry> entries = ObligationCatalogue.entries().stream()
                        .filter(entry -> entry.rfc().equals(rfc))
                        .toList();
                long passed = entries.stream()
                        .filter(entry -> result(entry).equals("passed"))
                        .count();
                table.append("## %s: %d of %d obligations pass%n%n".formatted(rfc, passed, entries.size()))
                        .append("| section | level | obligation | test | result |\n|---|---|---|---|---|\n");
                entries.forEach(entry -> table.append(row(entry)));
                table.append('\n');
            }
            Path file = Path.of("target", "conformance.md");
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, table);
            System.out.println(table);
        }

        private static String store() {
            return System.getProperty("larder.store.type", "the default");
        }

        private static Set<String> rfcs() {
            Set<String> rfcs = new LinkedHashSet<>();
            ObligationCatalogue.entries().forEach(entry -> rfcs.add(entry.rfc()));
            return rfcs;
        }

        private String row(ObligationCatalogue.Entry entry) {
            String tests =
                    String.join(", ", results(entry).keySet().stream().sorted().toList());
            return "| %s | %s | %s | %s | %s |%n"
                    .formatted(entry.section(), entry.level(), entry.quote(), tests, result(entry));
        }

        private String result(ObligationCatalogue.Entry entry) {
            Map<String, Boolean> results = results(entry);
            if (results.isEmpty()) {
                return "not run";
            }
            return results.containsValue(false) ? "FAILED" : "passed";
        }

        private Map<String, Boolean> results(ObligationCatalogue.Entry entry) {
            return byObligation.getOrDefault(entry.id(), Map.of());
        }
    }
}
