package dev.larder.rpc;

import dev.larder.rpc.v1.FetchRequest;
import dev.larder.rpc.v1.HeaderField;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * A request for a document.
 *
 * @param fields header fields, in order
 * @param maxBytes maximum content; 0 for no limit
 */
record DocumentRequest(String url, List<Map.Entry<String, String>> fields, long maxBytes, RpcCaller peer) {

    static DocumentRequest of(FetchRequest request, RpcCaller peer) {
        return new DocumentRequest(
                request.getUrl(),
                request.getHeaderFieldsList().stream()
                        .map(DocumentRequest::entry)
                        .toList(),
                request.getMaxBytes(),
                peer);
    }

    private static Map.Entry<String, String> entry(HeaderField field) {
        return Map.entry(field.getName(), field.getValue());
    }

    /** Returns the fields with this authority. */
    HttpHeaders headers(String authority) {
        var headers = new HttpHeaders();
        headers.set(HttpHeaders.HOST, authority);
        fields.forEach(field -> headers.add(field.getKey(), field.getValue()));
        return headers;
    }
}
