package dev.larder.rfc9111;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Every test of the engine names its obligation; the table of them is written to {@code target/obligations.md}. */
class ObligationTableTest {

    private static final Path TABLE = Path.of("target", "obligations.md");

    @Test
    void everyTestNamesItsObligation() {
        assertThat(tests())
                .hasSizeGreaterThan(100)
                .allSatisfy(test -> assertThat(test.isAnnotatedWith(EngineObligation.class))
                        .as(test.getFullName())
                        .isTrue());
    }

    @Test
    void writesObligationTableWithoutDuplicateRows() throws IOException {
        List<String> rows = tests().stream()
                .filter(test -> test.isAnnotatedWith(EngineObligation.class))
                .sorted(Comparator.comparing(ObligationTableTest::place))
                .map(ObligationTableTest::row)
                .toList();
        Files.createDirectories(TABLE.toAbsolutePath().getParent());
        Files.writeString(
                TABLE, "| section | level | obligation | test |\n|---|---|---|---|\n" + String.join("", rows));

        assertThat(rows).doesNotHaveDuplicates();
    }

    private static List<JavaMethod> tests() {
        return new ClassFileImporter()
                .importPackages("dev.larder.rfc9111").stream()
                        .filter(owner -> !owner.isEquivalentTo(ObligationTableTest.class))
                        .map(JavaClass::getMethods)
                        .flatMap(java.util.Collection::stream)
                        .filter(method ->
                                method.isAnnotatedWith(Test.class) || method.isAnnotatedWith(ParameterizedTest.class))
                        .toList();
    }

    /** Sections in the order of their numbers, not of their letters. */
    private static String place(JavaMethod test) {
        EngineObligation obligation = test.getAnnotationOfType(EngineObligation.class);
        StringBuilder place = new StringBuilder(obligation.rfc());
        for (String part : obligation.section().split("\\.")) {
            place.append('.').append("0".repeat(3 - part.length())).append(part);
        }
        return place + test.getFullName();
    }

    private static String row(JavaMethod test) {
        EngineObligation obligation = test.getAnnotationOfType(EngineObligation.class);
        return "| %s %s | %s | %s | %s.%s |%n"
                .formatted(
                        obligation.rfc(),
                        obligation.section(),
                        obligation.level(),
                        obligation.value().replace("|", "\\|"),
                        test.getOwner().getSimpleName(),
                        test.getName());
    }
}
