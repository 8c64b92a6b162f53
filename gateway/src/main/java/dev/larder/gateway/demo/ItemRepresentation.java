package dev.larder.gateway.demo;

import dev.larder.gateway.demo.LearningRepository.Listing;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The JSON text of an item or a listing, one line, with the validators that belong to exactly this text. */
record ItemRepresentation(String content, RepresentationValidators validators) {

    static ItemRepresentation of(DemoItem item) {
        return of(item.representation(), item.modified());
    }

    static ItemRepresentation of(Listing listing) {
        return of(listing.items().stream().map(DemoItem::representation).toList(), listing.modified());
    }

    private static ItemRepresentation of(Object value, Instant modified) {
        var content = JsonMapper.shared().writeValueAsString(value) + "\n";
        return new ItemRepresentation(content, RepresentationValidators.of(content, modified));
    }

    /** The response to GET and HEAD: 200, or what the request's conditions ask for instead. */
    DemoResponse answer(DemoRequest request, String cacheControl) {
        return refusal(request).orElseGet(() -> withoutContent(request)).with("Cache-Control", cacheControl);
    }

    /** 412 where a condition of the request does not hold for this representation. */
    Optional<DemoResponse> refusal(DemoRequest request) {
        return validators
                .judge(request)
                .filter(status -> status == 412)
                .map(status -> DemoProblems.preconditionFailed(request.path()));
    }

    /** This representation as the content of a response of that status, without validators. */
    DemoResponse content(int status) {
        return DemoResponse.of(status).content("application/json", content);
    }

    private DemoResponse withoutContent(DemoRequest request) {
        var response = validators.judge(request).isPresent() ? DemoResponse.of(304) : content(200);
        return response.with("ETag", validators.entityTag())
                .with("Last-Modified", DemoHttpDates.format(validators.lastModified()));
    }
}
