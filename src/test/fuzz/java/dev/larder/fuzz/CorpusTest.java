package dev.larder.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every input that is kept is taken by its target, in each build: those to begin with, and those that once found something. */
class CorpusTest {

    private static final Path CORPUS = Path.of("corpus");

    @ParameterizedTest
    @EnumSource
    @Tag("hardening-C")
    void everyStoredInputIsAcceptedByItsTarget(FuzzTarget target) throws Throwable {
        List<Path> inputs = files(CORPUS.resolve(target.title()));
        assertThat(inputs).as("inputs to begin with").isNotEmpty();
        for (Path input : inputs) {
            take(target, input);
        }
        target.take(new byte[0]);
    }

    private static void take(FuzzTarget target, Path input) throws IOException {
        byte[] octets = Files.readAllBytes(input);
        try {
            target.take(octets);
        } catch (Throwable found) {
            throw new AssertionError(input + ": " + found, found);
        }
    }

    @Test
    void everyFolderOfInputsHasATarget() {
        assertThat(files(CORPUS))
                .map(folder -> folder.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(FuzzTarget.values())
                        .map(FuzzTarget::title)
                        .toList());
    }

    private static List<Path> files(Path folder) {
        try (var all = Files.list(folder)) {
            return all.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
