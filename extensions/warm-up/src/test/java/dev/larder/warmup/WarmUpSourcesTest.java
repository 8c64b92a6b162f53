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
    void listHasOneTargetInEachLine() throws IOException {
        Path file = folder.resolve("targets");
        Files.writeString(file, "# hot\r\n/a\r\n\n/b?c=1\n/a\nnothing\nhttps://shop.example/d\n/e");
        assertThat(new TargetListSource(file).read(100))
                .extracting(WarmUpTarget::pathAndQuery)
                .containsExactly("/a", "/b?c=1", "/d", "/e");
        assertThat(new TargetListSource(file).read(2)).hasSize(2);
    }

    @Test
    void aLineOfAnyLengthTakesLittleMemory() throws IOException {
        Path file = folder.resolve("targets");
        Files.writeString(file, "/" + "a".repeat(5_000_000) + "\n/b\n");
        assertThat(new TargetListSource(file).read(100)).containsExactly(new WarmUpTarget("", "/b"));
    }

    @Test
    void accessLogIsOrderedByFrequency() throws IOException {
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
        assertThat(new AccessLogSource(file).read(2))
                .extracting(WarmUpTarget::pathAndQuery)
                .containsExactly("/2", "/1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a?b HTTP/1.1\" 200 12",
                "127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a?b HTTP/2.0\" 304 - \"-\" \"curl\"",
                "2026-01-01 INFO access: 1.2.3.4 - - [10/Oct/2000:13:55:36 -0700] \"GET /a?b HTTP/1.1\" 200 12 5"
            })
    void readsUsualFormats(String line) {
        assertThat(AccessLogSource.target(line)).contains(new WarmUpTarget("", "/a?b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "] \"GET ",
                "] \"GET /a",
                "] \"GET /a HTTP/1.1\"",
                "x [t] \"GET /a HTTP/1.1\" 404 1",
                "x [t] \"GET /a\\x22 HTTP/1.1\" 200 1",
                "x [t] \"GET a HTTP/1.1\" 200 1",
                "x [t] \"HEAD /a HTTP/1.1\" 200 1"
            })
    void skipsOtherLines(String line) {
        assertThat(AccessLogSource.target(line)).isEmpty();
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
    void sitemapNamesPagesAndNoImages() throws IOException {
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
    void indexLeadsToSitemapsButNotFurther() throws IOException {
        String index = "<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap>"
                + "<sitemap><loc>https://shop.example/2.xml.gz</loc></sitemap></sitemapindex>";
        sitemap("/sitemap.xml", index);
        sitemap("/1.xml", index);
        documents.put("/2.xml.gz", compressed(URL_SET + "<url><loc>https://shop.example/a</loc></url></urlset>"));
        assertThat(read("/sitemap.xml", 10)).containsExactly(new WarmUpTarget("shop.example", "/a"));
        assertThat(fetched).containsExactly("/sitemap.xml", "/1.xml", "/2.xml.gz");
    }

    @Test
    void indexOfManySitemapsIsLimited() throws IOException {
        String sitemaps = "<sitemap><loc>https://shop.example/1.xml</loc></sitemap>".repeat(1_000);
        sitemap("/sitemap.xml", "<sitemapindex>" + sitemaps + "</sitemapindex>");
        sitemap("/1.xml", URL_SET + "</urlset>");
        assertThat(read("/sitemap.xml", 10_000)).isEmpty();
        assertThat(fetched).hasSize(101);
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
    void compressedBombsAreLimited() throws IOException {
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
    void whatAParserHoldsIsLimited(String begin, String end, int count, String message) throws IOException {
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
    void sitemapFileOfAnySizeTakesLittleMemory() throws IOException {
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
    void faultsAreErrorsOfTheSource() {
        sitemap("/sitemap.xml", "<urlset>\n<url>");
        assertThatThrownBy(() -> read("/sitemap.xml", 10))
                .isInstanceOf(IOException.class)
                .hasMessage("The sitemap is no well-formed XML at line 2, column 6.");
        assertThatThrownBy(() -> new TargetListSource(folder.resolve("none")).read(1))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void sitemapMayBeFile() throws IOException {
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
                .read(most);
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
