package dev.larder.rpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.larder.fuzz.FuzzAssertions;
import dev.larder.fuzz.FuzzInput;
import dev.larder.http.RequestTargetPolicy;
import dev.larder.rpc.policy.RequestFieldPolicy;
import dev.larder.rpc.policy.UrlPolicy;
import dev.larder.rpc.policy.UrlVerdict;
import dev.larder.rpc.policy.WebOrigin;
import dev.larder.rpc.v1.FetchManyRequest;
import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.HeaderField;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpHeaders;

/** A URL and fields, and octets that may be a message: what is fetched is at the gateway or at a listed origin, whoever reads it. */
public final class RpcRequestFuzz {

    private static final WebOrigin ITSELF = WebOrigin.of("http://gateway.test:8080");
    private static final WebOrigin LISTED = WebOrigin.of("https://listed.test");
    private static final UrlPolicy WALL =
            new UrlPolicy(ITSELF, Set.of(ITSELF), Set.of(LISTED, WebOrigin.of("http://10.0.0.1:81")));
    private static final Set<String> ORIGINS =
            Set.of("http://gateway.test:8080", "https://listed.test", "http://10.0.0.1:81");
    private static final Set<String> NEVER =
            Set.of("host", "connection", "transfer-encoding", "content-length", "te", "upgrade", "forwarded");
    private static final RpcCaller NOBODY = new RpcCaller(Optional.empty(), Optional.empty(), Optional.empty());

    private RpcRequestFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        FuzzInput input = FuzzInput.of(data);
        var request = FetchRequest.newBuilder().setUrl(input.line());
        input.lines().forEach(line -> request.addHeaderFields(field(line)));
        isFetchedOrRefused(request.build());
        messages(data).forEach(RpcRequestFuzz::isFetchedOrRefused);
    }

    private static HeaderField field(String line) {
        int colon = line.indexOf(':');
        return HeaderField.newBuilder()
                .setName(colon < 0 ? line : line.substring(0, colon))
                .setValue(colon < 0 ? "" : line.substring(colon + 1))
                .build();
    }

    private static List<FetchRequest> messages(byte[] data) {
        try {
            return FuzzAssertions.readFrugally(
                            data.length, () -> FetchManyRequest.parser().parsePartialFrom(data))
                    .getRequestsList();
        } catch (AssertionError malformed) {
            if (malformed.getCause() instanceof InvalidProtocolBufferException) {
                return List.of();
            }
            throw malformed;
        }
    }

    private static void isFetchedOrRefused(FetchRequest request) {
        DocumentRequest ask = DocumentRequest.of(request, NOBODY);
        UrlVerdict verdict = WALL.of(ask.url());
        if (verdict instanceof UrlVerdict.ByRoute route) {
            isInside(ask.url(), route.uri());
        } else if (verdict instanceof UrlVerdict.Listed listed) {
            isInside(ask.url(), listed.uri());
        } else {
            FuzzAssertions.hold(!((UrlVerdict.Denied) verdict).why().status().isOk(), () -> "a denial that is none");
        }
        if (RequestFieldPolicy.of(ask.fields()).isEmpty()) {
            areHarmless(ask);
        }
    }

    /** By the letters alone, as a reader would take them who splits at the first of the signs that may end an authority. */
    private static void isInside(String asked, URI uri) {
        String written = uri.toString();
        String rest = written.substring(written.indexOf("://") + 3);
        String authority = rest.split("[/?#\\\\]", 2)[0];
        String origin = uri.getScheme() + "://" + authority;
        FuzzAssertions.hold(ORIGINS.contains(origin), () -> asked + " leads to " + uri);
        FuzzAssertions.equal(uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()), authority, () -> asked);
        FuzzAssertions.hold(
                uri.getRawUserInfo() == null && uri.getRawFragment() == null, () -> asked + " leads to " + uri);
        String target = rest.substring(authority.length());
        FuzzAssertions.hold(RequestTargetPolicy.refusal(target).isEmpty(), () -> asked + " leads to " + uri);
        FuzzAssertions.hold(
                asked.startsWith("/") || asked.toLowerCase(Locale.ROOT).startsWith(uri.getScheme()), () -> asked);
    }

    private static void areHarmless(DocumentRequest ask) {
        for (Map.Entry<String, String> field : ask.fields()) {
            FuzzAssertions.hold(field.getKey().matches("[!-9;-~]+"), () -> "a name: " + field);
            FuzzAssertions.hold(
                    field.getValue().chars().noneMatch(c -> c < 0x20 && c != '\t' || c == 0x7f || c > 0xff),
                    () -> "a value: " + field);
            String name = field.getKey().toLowerCase(Locale.ROOT);
            FuzzAssertions.hold(!NEVER.contains(name), () -> "taken: " + field);
            FuzzAssertions.hold(!name.replace('_', '-').startsWith("x-forwarded-"), () -> "taken: " + field);
        }
        HttpHeaders headers = ask.headers("gateway.test:8080");
        FuzzAssertions.equal(headers.get(HttpHeaders.HOST), List.of("gateway.test:8080"), () -> "Host");
    }
}
