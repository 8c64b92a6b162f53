package dev.larder.acceptance.supplychain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tags in test sources that name the cases of {@link HardeningCatalogue}. */
final class HardeningTags {

    private static final Set<String> SKIPPED = Set.of(".git", "node_modules", "target");
    private static final Pattern TAG =
            Pattern.compile("^ *@(?:org\\.junit\\.jupiter\\.api\\.Tag|Tag|ArchTag)\\(\"hardening-([^\"]*)\"\\)(.*)$");
    private static final Pattern TEST =
            Pattern.compile("^ *(?:(?:public|static|final) )*(?:void (\\w+)\\(|ArchRule (\\w+) =).*$");
    private static final Pattern OTHER_ANNOTATION = Pattern.compile("^ *@.*$");

    private HardeningTags() {}

    /**
     * A test with the tag of a case.
     *
     * @param id the case
     * @param file the source, relative to the root of the repository
     * @param method the method, or the field of an ArchUnit rule
     */
    record TaggedTest(String id, String file, String method) {

        /** Class and method, as JUnit names them. */
        String name() {
            return file.substring(file.lastIndexOf('/') + 1, file.length() - ".java".length()) + "#" + method;
        }
    }

    /** All tagged tests below a folder, sorted by file, in the order of each file. */
    static List<TaggedTest> below(Path root) throws IOException {
        Set<Path> sources = new TreeSet<>(Comparator.comparing(Path::toString));
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(String.valueOf(folder.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        List<TaggedTest> tests = new ArrayList<>();
        for (Path source : sources) {
            String name = root.relativize(source).toString().replace('\\', '/');
            tests.addAll(of(name, read(source)));
        }
        return tests;
    }

    /**
     * The tagged tests of one source.
     *
     * @throws IllegalArgumentException if a tag does not stand above a test
     */
    static List<TaggedTest> of(String file, String source) {
        List<TaggedTest> tests = new ArrayList<>();
        List<String> pending = new ArrayList<>();
        for (String line : (source + "\n}").lines().toList()) {
            Matcher tag = TAG.matcher(line);
            Matcher test = TEST.matcher(line);
            if (tag.matches() && tag.group(2).isEmpty()) {
                pending.add(tag.group(1));
            } else if (tag.matches()) {
                throw misplaced(file, tag.group(1));
            } else if (test.matches()) {
                String method = test.group(1) == null ? test.group(2) : test.group(1);
                pending.forEach(id -> tests.add(new TaggedTest(id, file, method)));
                pending.clear();
            } else if (!pending.isEmpty() && !OTHER_ANNOTATION.matcher(line).matches()) {
                throw misplaced(file, pending.get(0));
            }
        }
        return tests;
    }

    private static IllegalArgumentException misplaced(String file, String id) {
        return new IllegalArgumentException(file + ": the tag hardening-" + id
                + " must stand on a line of its own, next to the declaration of a test.");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
