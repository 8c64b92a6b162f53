package dev.larder.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Figures of the structure, frozen at those of today: they may only fall. Whoever makes one smaller writes the smaller one here, so
 * that it stays.
 */
class RatchetTest {

    private static final int CLASSES_IN_CYCLES = 8;
    private static final int LARGEST_CYCLE = 2;
    private static final int RESPONSE_LISTENERS = 3;
    private static final int ORIGIN_PORTS = 3;
    private static final int MUTABLE_BOOLEANS = 51;
    private static final int LONG_FILES = 9;

    /** Lines of a long file. */
    private static final int LONG = 380;

    private static final String CORE = "dev.larder.gateway.";
    private static final List<String> ROOMS = List.of(
            CORE + "connection",
            CORE + "describe",
            CORE + "exchange",
            CORE + "filter",
            CORE + "message",
            CORE + "store",
            CORE + "upload",
            CORE + "write",
            "dev.larder.http.client");
    private static final JavaClasses CLASSES =
            new ClassFileImporter().withImportOption(new ProductionCode()).importPackages("dev.larder");

    @Test
    void dependencyCyclesMatchRecord() {
        List<Set<String>> cycles = Cycles.of(dependencies());
        assertThat(cycles.stream().mapToInt(Set::size).sum())
                .as("classes in cycles")
                .isEqualTo(CLASSES_IN_CYCLES);
        assertThat(cycles.stream().mapToInt(Set::size).max().orElse(0))
                .as("largest cycle")
                .isEqualTo(LARGEST_CYCLE);
    }

    @Test
    void numberOfOriginListenersAndPortsMatchesRecord() {
        assertThat(implementers("dev.larder.http.client.OriginResponseListener"))
                .as("implementers of OriginResponseListener")
                .hasSize(RESPONSE_LISTENERS);
        assertThat(implementers("dev.larder.gateway.exchange.OriginPort"))
                .as("implementers of OriginPort")
                .hasSize(ORIGIN_PORTS);
    }

    @Test
    void numberOfMutableBooleansMatchesRecord() {
        assertThat(CLASSES.stream()
                        .filter(type -> ROOMS.stream()
                                .anyMatch(room -> type.getPackageName().startsWith(room)))
                        .flatMap(type -> type.getFields().stream())
                        .filter(RatchetTest::isMutableBoolean)
                        .map(JavaField::getFullName))
                .as("mutable booleans in " + ROOMS)
                .hasSize(MUTABLE_BOOLEANS);
    }

    @Test
    void numberOfLongFilesMatchesRecord() throws IOException {
        Path root = Path.of("").toAbsolutePath().getParent();
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(file -> file.toString().contains("/src/main/java/"))
                            .filter(file -> file.toString().endsWith(".java"))
                            .filter(RatchetTest::isLong)
                            .map(root::relativize))
                    .as("files above " + LONG + " lines")
                    .hasSize(LONG_FILES);
        }
    }

    /** The class that a file is named after is one with those in it. */
    private static Map<String, Set<String>> dependencies() {
        Map<String, Set<String>> dependencies = new HashMap<>();
        for (JavaClass type : CLASSES) {
            String from = file(type);
            Set<String> needed = dependencies.computeIfAbsent(from, name -> new HashSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .filter(target -> target.getPackageName().startsWith("dev.larder"))
                    .map(RatchetTest::file)
                    .filter(name -> !name.equals(from))
                    .forEach(needed::add);
        }
        return dependencies;
    }

    private static String file(JavaClass type) {
        return type.getName().split("\\$", 2)[0];
    }

    private static Set<String> implementers(String type) {
        Set<String> found = new HashSet<>();
        for (JavaClass subclass : CLASSES.get(type).getAllSubclasses()) {
            if (!subclass.isInterface()) {
                found.add(subclass.getName());
            }
        }
        return found;
    }

    private static boolean isMutableBoolean(JavaField field) {
        return field.getRawType().getName().equals("boolean")
                && !field.getModifiers().contains(JavaModifier.FINAL)
                && !field.getModifiers().contains(JavaModifier.STATIC);
    }

    private static boolean isLong(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count() > LONG;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
