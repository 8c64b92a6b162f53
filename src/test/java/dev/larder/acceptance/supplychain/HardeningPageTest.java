package dev.larder.acceptance.supplychain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.larder.acceptance.supplychain.HardeningCatalogue.Case;
import dev.larder.acceptance.supplychain.HardeningCatalogue.Group;
import dev.larder.acceptance.supplychain.HardeningTags.TaggedTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The reference of attacks and faults lists each case of the catalogue with the tests that have its tag.
 * {@code -Dlarder.docs.write=true} rewrites it.
 */
class HardeningPageTest {

    private static final String BEGIN = "<!-- from the tags of the tests -->\n";
    private static final Pattern SENTENCE = Pattern.compile("[A-Z\\d].*\\.");
    private static final int LONGEST_PROSE = 12_000;

    private final Path root = ExecutableJar.ofThisBuild().root();
    private final HardeningCatalogue catalogue = HardeningCatalogue.ofThisBuild();

    @Test
    void referenceAgreesWithTheTagsOfTheTests() throws IOException {
        GeneratedSection.check(
                root.resolve("docs/reference/hardening.md"), BEGIN, reference(catalogue, HardeningTags.below(root)));
    }

    @Test
    void everyTagNamesCaseOfTheCatalogue() throws IOException {
        assertThat(unknown(catalogue, HardeningTags.below(root))).isEmpty();
    }

    @Test
    void everyCaseHasTestOrSaysWhyNot() throws IOException {
        assertThat(unexplained(catalogue, HardeningTags.below(root))).isEmpty();
    }

    @Test
    void everyDescriptionAndRemarkIsSentence() {
        assertThat(catalogue.cases()).allSatisfy(each -> {
            assertThat(each.description()).matches(SENTENCE).doesNotContain("|");
            assertThat(each.remark()).matches("|" + SENTENCE).doesNotContain("|");
        });
    }

    @Test
    void proseFitsItsLimit() throws IOException {
        assertThat(Files.size(root.resolve("docs/hardening.md"))).isLessThanOrEqualTo(LONGEST_PROSE);
    }

    @Test
    void findsUnknownTagAndCaseWithoutTest() {
        var small = HardeningCatalogue.read("""
                - group: Poisoning
                  subject: Something is poisoned.
                  cases:
                    - id: P1
                      case: It has a test.
                    - id: P2
                      case: It has none.
                    - id: P3
                      case: It has none either.
                      remark: It needs a machine.
                """);
        var tests = HardeningTags.of(
                "a/FieldTest.java", tag("P1") + "    void strips() {\n" + tag("Z9") + "    void x() {\n");

        assertThat(unknown(small, tests)).containsExactly(new TaggedTest("Z9", "a/FieldTest.java", "x"));
        assertThat(unexplained(small, tests)).extracting(Case::id).containsExactly("P2");
        assertThat(reference(small, tests))
                .contains("| P1 | It has a test. | [`FieldTest#strips`](../../a/FieldTest.java) | covered |\n")
                .contains("| P3 | It has none either. |  | **not covered**: It needs a machine. |\n");
    }

    @Test
    void readsEachTagOfTestAndOfArchitectureRule() {
        String tags = tag("P1") + "    @Test\n" + tag("X14").replace("@Tag", "@org.junit.jupiter.api.Tag");
        String rule = tag("C").replace("@Tag", "@ArchTag") + "    static final ArchRule rule = classes()\n";

        assertThat(HardeningTags.of("FieldTest.java", tags + "    void strips() {\n    }\n" + rule))
                .extracting(TaggedTest::id, TaggedTest::name)
                .containsExactly(
                        tuple("P1", "FieldTest#strips"),
                        tuple("X14", "FieldTest#strips"),
                        tuple("C", "FieldTest#rule"));
    }

    @Test
    void refusesTagThatIsNotOnTest() {
        for (String source : List.of(
                tag("P1") + "class FieldTest {\n",
                tag("P1") + "    private final Path root;\n",
                tag("P1").replace("\n", " @Test\n") + "    void strips() {\n",
                tag("P1"))) {
            assertThatThrownBy(() -> HardeningTags.of("FieldTest.java", source))
                    .as(source)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("FieldTest.java: the tag hardening-P1");
        }
    }

    @Test
    void refusesTwoCasesWithOneId() {
        var one = new Case("P1", "It is here.", "");
        var groups = List.of(new Group("A", "One.", List.of(one)), new Group("B", "Two.", List.of(one)));
        assertThatThrownBy(() -> new HardeningCatalogue(groups)).hasMessage("Two cases have the id P1.");
    }

    private static List<TaggedTest> unknown(HardeningCatalogue catalogue, List<TaggedTest> tests) {
        Set<String> ids = catalogue.ids();
        return tests.stream().filter(test -> !ids.contains(test.id())).toList();
    }

    private static List<Case> unexplained(HardeningCatalogue catalogue, List<TaggedTest> tests) {
        Set<String> tagged = tests.stream().map(TaggedTest::id).collect(Collectors.toSet());
        return catalogue
                .cases()
                .filter(each -> each.remark().isEmpty() && !tagged.contains(each.id()))
                .toList();
    }

    private static String reference(HardeningCatalogue catalogue, List<TaggedTest> tests) {
        var byCase = tests.stream().collect(Collectors.groupingBy(TaggedTest::id));
        return catalogue.groups().stream()
                .map(group -> "\n## " + group.name() + "\n\n" + group.subject()
                        + "\n\n| case | attack or fault | tests | state |\n| --- | --- | --- | --- |\n"
                        + group.cases().stream()
                                .map(each -> row(each, byCase.getOrDefault(each.id(), List.of())))
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
    }

    private static String row(Case each, List<TaggedTest> tests) {
        String links = tests.stream()
                .map(test -> "[`" + test.name() + "`](../../" + test.file() + ")")
                .collect(Collectors.joining("<br>"));
        return "| " + each.id() + " | " + each.description() + " | " + links + " | " + state(each, tests) + " |\n";
    }

    private static String state(Case each, List<TaggedTest> tests) {
        if (each.remark().isEmpty()) {
            return "covered";
        }
        return (tests.isEmpty() ? "**not covered**: " : "**partly covered**: ") + each.remark();
    }

    /** The line of a tag, as a formatter leaves it on a test. */
    private static String tag(String id) {
        return "    @Tag(\"hardening-" + id + "\")\n";
    }
}
