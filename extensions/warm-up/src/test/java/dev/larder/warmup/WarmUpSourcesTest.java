package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarmUpSourcesTest {

    private static final String URL_SET = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";

    @TempDir
    Path folder;

    private final Map<String, byte[]> documents = new LinkedHashMap<>();
    private final List<String> fetched = new ArrayList<>();

    @Test
    void readsOneTargetPerLineOfList() throws IOException {
        Path file = folder.resolve("targets");
        Files.writeString(file, "# hot\r\n/a\r\n\n/b?c=1\n/a\nnothing\nhttps://shop.example/d\n/e");
        assertThat(new TargetListSource(file).read(100).targets())
                .extracting(WarmUpTarget::pathAndQuery)
                .containsExactly("/a", "/b?c=1", "/d", "/e");
        assertThat(new TargetListSource(file).read(2).targets()).hasSize(2);
    }

    @Test
    void skipsOverlongLineOfList() throws IOException {
        Path file = folder.resolve("targets");
        Files.writeString(file, "/" + "a".repeat(5_000_000) + "\n/b\n");
        assertThat(new TargetListSource(file).read(100).targets()).containsExactly(new WarmUpTarget("", "/b"));
    }

    @Test
    void accessLogTargetsAreOrderedByFrequency() throws IOException {
        Path file = folder.resolve("access.log");
        var log = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            log.append(line("GET /" + i % 3 + " HTTP/1.1", 200));
        }
        log.append(line("GET /1 HTTP/1.1", 304))
                .append(line("GET /2 HTTP/1.1", 200).repeat(2));
        log.append(line("POST /0 HTTP/1.1", 200).repeat(9))
                .append(line("GET /0 HTTP/1.1", 500).repeat(9));
        Files.writeString(file, log);
        assertThat(new AccessLogSource(file).read(2).targets())
                .extracting(WarmUpTarget::pathAndQuery)
                .containsExactly("/2", "/1");
    }

    @Test
    void accessLogCountsEntriesThatCannotBeRequested() throws IOException {
        Path file = folder.resolve("access.log.gz");
        Files.write(
                file,
                compressed("\ufeff" + line("GET /a?b HTTP/1.1", 200)
                        + "192.0.2.1, 198.51.100.9 - - [10/Oct/2000:13:55:36 -0700] \"GET /c HTTP/1.1\" 304 -\n"
                        + line("GET /a b HTTP/1.1", 200)
                        + line("GET /a\\x22 HTTP/1.1", 200)
                        + line("GET a HTTP/1.1", 200)
                        + line("GET /\u00fc HTTP/1.1", 200)
                        + "{\"RequestMethod\":\"GET\"}\n\n"
                        + line("HEAD /a HTTP/1.1", 200)
                        + line("GET /d HTTP/1.1", 404)
                        + "127.0.0.1 - - [10/Oct/2000:13:55:36 -07"));
        WarmUpListing listing = new AccessLogSource(file).read(10);
        assertThat(listing.targets()).containsExactly(new WarmUpTarget("", "/a?b"), new WarmUpTarget("", "/c"));
        assertThat(listing.leftOut()).isEqualTo(5);
    }

    @Test
    void rareTargetsAreForgottenAndFrequentOnesKept() {
        var frequent = new FrequentTargets(100);
        for (int i = 0; i < 100_000; i++) {
            frequent.add(new WarmUpTarget("", "/once/" + i));
            frequent.add(new WarmUpTarget("", "/hot/" + i % 50));
        }
        assertThat(frequent.mostFrequent(50))
                .allSatisfy(target -> assertThat(target.pathAndQuery()).startsWith("/hot/"));
        assertThat(frequent.mostFrequent(1_000)).hasSizeLessThan(200);
    }

    @Test
    void longTargetsTakeLimitedMemory() {
        var frequent = new FrequentTargets(1_000_000);
        String rest = "a".repeat(2000);
        for (int i = 0; i < 40_000; i++) {
            frequent.add(new WarmUpTarget("", "/" + i + rest));
            frequent.add(new WarmUpTarget("", "/hot/" + i % 50));
            assertThat(frequent.length()).isLessThanOrEqualTo(FrequentTargets.MAX_LENGTH);
        }
        assertThat(frequent.mostFrequent(50))
                .allSatisfy(target -> assertThat(target.pathAndQuery()).startsWith("/hot/"));
        assertThat(frequent.mostFrequent(Integer.MAX_VALUE).stream()
                        .mapToLong(target -> target.pathAndQuery().length())
                        .sum())
                .isEqualTo(frequent.length());
    }

    @Test
    void readsPagesButNoImagesOfSitemap() throws IOException {
        sitemap(
                "/sitemap.xml",
                URL_SET + "<url><loc> https://shop.example/a?b=1&amp;c=2 </loc>"
                        + "<image:image xmlns:image='i'><image:loc>https://shop.example/i.png</image:loc></image:image></url>"
                        + "<url><loc><![CDATA[https://shop.example/d]]></loc></url></urlset>");
        assertThat(read("/sitemap.xml", 10))
                .containsExactly(
                        new WarmUpTarget("shop.example", "/a?b=1&c=2"), new WarmUpTarget("shop.example", "/d"));
    }

    @Test
    void followsSitemapIndexOneLevelOnly() throws IOException {
        String index = "<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap>"
                + "<sitemap><loc>https://shop.example/2.xml.gz</loc></sitemap></sitemapindex>";
        sitemap("/sitemap.xml", index);
        sitemap("/1.xml", index);
        documents.put("/2.xml.gz", compressed(URL_SET + "<url><loc>https://shop.example/a</loc></url></urlset>"));
        assertThat(read("/sitemap.xml", 10)).containsExactly(new WarmUpTarget("shop.example", "/a"));
        assertThat(fetched).containsExactly("/sitemap.xml", "/1.xml", "/2.xml.gz");
    }

    @Test
    void limitsNumberOfSitemapsOfIndex() throws IOException {
        String sitemaps = "<sitemap><loc>https://shop.example/1.xml</loc></sitemap>".repeat(1_000);
        sitemap("/sitemap.xml", "<sitemapindex>" + sitemaps + "</sitemapindex>");
        sitemap("/1.xml", URL_SET + "</urlset>");
        assertThat(read("/sitemap.xml", 10_000)).isEmpty();
        assertThat(fetched).hasSize(101);
    }

    private WarmUpListing list(String location) throws IOException {
        return new SitemapSource(location, target -> {
                    byte[] document = documents.get(target.pathAndQuery());
                    if (document == null) {
                        throw new IOException("The response is 404, not 200.");
                    }
                    return new ByteArrayInputStream(document);
                })
                .read(100);
    }

    @Test
    void unreadableSitemapDoesNotDiscardOthers() throws IOException {
        sitemap(
                "/sitemap.xml",
                "<sitemapindex>"
                        + Stream.of("missing", "1", "page", "cut", "2")
                                .map(name -> "<sitemap><loc>https://shop.example/" + name + ".xml</loc></sitemap>")
                                .collect(Collectors.joining())
                        + "</sitemapindex>");
        sitemap("/1.xml", URL_SET + "<url><loc>/1</loc></url></urlset>");
        sitemap("/page.xml", "<!DOCTYPE html><html><br></html>");
        sitemap("/cut.xml", URL_SET + "<url><loc>/cut</loc></url><url><loc>/");
        sitemap("/2.xml", URL_SET + "<url><loc>/2</loc></url><url><loc>ftp://shop.example/</loc></url></urlset>");
        WarmUpListing listing = list("/sitemap.xml");
        assertThat(listing.targets()).extracting(WarmUpTarget::pathAndQuery).containsExactly("/1", "/cut", "/2");
        assertThat(listing.leftOut()).isEqualTo(1);
        assertThat(listing.faults())
                .hasSize(3)
                .anyMatch(fault -> fault.equals("https://shop.example/missing.xml: The response is 404, not 200."))
                .anyMatch(fault -> fault.startsWith("https://shop.example/page.xml: "))
                .anyMatch(fault -> fault.startsWith("https://shop.example/cut.xml: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n<?xml version='1.0'?>%s",
                "<b>Notice</b>: x<br />\n<?xml version='1.0' encoding='utf-8'?>%s",
                "%s<!-- 0.2 s --><script>x</script>",
                "%s\u0000\u000b",
                "<?xml version='1.0' encoding='utf-8'?><!-- \u000b -->%s"
            })
    void toleratesCommonFaultsOfSitemapGenerators(String form) throws IOException {
        String pages =
                URL_SET + "<url><loc>/a?x=1&y=2</loc></url><url><loc>/b?x&amp;y</loc><x>\u000b&</x></url></urlset>";
        sitemap("/sitemap.xml", String.format(form, pages));
        assertThat(list("/sitemap.xml"))
                .isEqualTo(new WarmUpListing(
                        List.of(new WarmUpTarget("", "/a?x=1&y=2"), new WarmUpTarget("", "/b?x&y")), 0, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "ISO-8859-1", "UTF-16"})
    void usesEncodingDeclaredByDocument(String encoding) throws IOException {
        String document = "<?xml version='1.0' encoding='" + encoding + "'?>" + URL_SET
                + "<url><loc>http://m\u00fcller.example/\u00fc</loc></url></urlset>";
        documents.put("/sitemap.xml", document.getBytes(encoding));
        assertThat(list("/sitemap.xml").targets())
                .containsExactly(new WarmUpTarget("xn--mller-kva.example", "/%C3%BC"));
    }

    @Test
    void invalidOctetsDoNotLoseOtherPages() throws IOException {
        documents.put(
                "/sitemap.xml",
                (URL_SET + "<url><loc>/a</loc><!-- \u00fc --></url><url><loc>/b</loc></url></urlset>")
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertThat(list("/sitemap.xml").targets()).hasSize(2);
    }

    @Test
    void externalEntitiesAreNotRead() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "/secret");
        sitemap(
                "/sitemap.xml",
                "<!DOCTYPE urlset [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>" + URL_SET
                        + "<url><loc>/a&x;</loc></url></urlset>");
        assertThatThrownBy(() -> read("/sitemap.xml", 10)).isInstanceOf(IOException.class);
    }

    @Test
    void entitiesAreNotExpanded() {
        sitemap(
                "/sitemap.xml",
                "<!DOCTYPE urlset [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]>" + URL_SET
                        + "<url><loc>/&b;</loc></url></urlset>");
        assertThatThrownBy(() -> read("/sitemap.xml", 10)).isInstanceOf(IOException.class);
    }

    @Test
    void rejectsDecompressionBombs() throws IOException {
        documents.put("/bomb.gz", compressed(URL_SET + " ".repeat((int) Sitemap.MAX_OCTETS) + "</urlset>"));
        assertThat(documents.get("/bomb.gz")).hasSizeLessThan(100_000);
        assertThatThrownBy(() -> read("/bomb.gz", 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than it may be");
    }

    @ParameterizedTest
    @CsvSource({
        "<a>, '', 100000, in one another",
        "<a, />, 100000, different names",
        "<a xmlns=\"u, \"/>, 100000, different names",
        "<?a, ' ?>', 100000, different names",
        "<!--, '', 1, A part of the document",
        "<url><loc><![CDATA[, '', 1, A part of the document"
    })
    void rejectsDocumentsThatExceedParserLimits(String begin, String end, int count, String message)
            throws IOException {
        var document = new StringBuilder(URL_SET);
        for (int i = 0; i < count; i++) {
            document.append(begin).append(end.isEmpty() ? "" : i).append(end);
        }
        document.append("a".repeat(5_000_000));
        documents.put("/sitemap.xml", compressed(document.toString()));
        assertThatThrownBy(() -> read("/sitemap.xml", 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void hugeSitemapFileFailsWithIOException() throws IOException {
        Path file = folder.resolve("sitemap.xml");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(3L << 30);
        }
        assertThatThrownBy(() -> read(file.toUri().toString(), 10)).isInstanceOf(IOException.class);
    }

    @Test
    void longUrlsAreLeftOut() throws IOException {
        sitemap(
                "/sitemap.xml",
                URL_SET + "<url><loc>https://shop.example/" + "a&amp;".repeat(1_000_000) + "</loc></url>" + "<url><loc>"
                        + " ".repeat(1_000_000) + "https://shop.example/b</loc></url></urlset>");
        assertThat(Sitemap.parse(new ByteArrayInputStream(documents.get("/sitemap.xml")), 10)
                        .pages())
                .containsExactly("https://shop.example/b");
    }

    @Test
    void reportsMalformedSitemapAndMissingListAsErrors() {
        sitemap("/sitemap.xml", "<urlset>\n<url>");
        assertThatThrownBy(() -> read("/sitemap.xml", 10))
                .isInstanceOf(IOException.class)
                .hasMessage("The sitemap is no well-formed XML at line 2, column 6.");
        assertThatThrownBy(() -> new TargetListSource(folder.resolve("none")).read(1))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void readsSitemapFromFile() throws IOException {
        Path file = Files.writeString(
                folder.resolve("sitemap.xml"), URL_SET + "<url><loc>https://shop.example/a</loc></url></urlset>");
        assertThat(read(file.toUri().toString(), 10)).containsExactly(new WarmUpTarget("shop.example", "/a"));
        assertThat(fetched).isEmpty();
    }

    private List<WarmUpTarget> read(String location, int most) throws IOException {
        return new SitemapSource(location, target -> {
                    fetched.add(target.pathAndQuery());
                    return new ByteArrayInputStream(documents.get(target.pathAndQuery()));
                })
                .read(most)
                .targets();
    }

    private void sitemap(String path, String document) {
        documents.put(path, document.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] compressed(String document) throws IOException {
        var octets = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(octets)) {
            gzip.write(document.getBytes(StandardCharsets.UTF_8));
        }
        return octets.toByteArray();
    }

    private static String line(String request, int status) {
        return "127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"" + request + "\" " + status + " 12 \"-\" \"curl\"\n";
    }
}
