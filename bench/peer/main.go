// Bidders and load for the comparison with Prebid Server, in one process beside the server under test.
//
// The bidders answer POST /bidN with one bid for each imp, each with a VAST of its own, and remember by page what they
// bid. The load sends requests at a rate or over a number of connections, and checks that every bidder was called for
// every imp and that the highest bid of each imp was sold. Reads one task per line and answers each with a line of JSON.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// setup is the first argument, as JSON.
type setup struct {
	BiddersPort int
	// Templates are VAST documents in which {serial} stands for a number of the bid's own.
	Templates []string
}

// task is a load.
type task struct {
	// Target is the URL under test; Requests a file with one body per line, in which {page} stands for a page of its own.
	Target, Requests string
	// Bidders and Imps are how many of each are expected.
	Bidders, Imps int
	// Rate is requests per second; 0 = as many as Connections allow.
	Rate        float64
	Connections int
	Seconds     float64
	// Winner says how a response names the sold bid: "highest" = it has one bid per imp, "targeting" = the bid with
	// hb_bidder among all bids.
	Winner string
}

type result struct {
	Answered int     `json:"answered"`
	Failures int     `json:"failures"`
	Reason   string  `json:"reason"`
	Seconds  float64 `json:"seconds"`
	P99      float64 `json:"p99"`
}

type imp struct {
	ID string `json:"id"`
}

type bidRequest struct {
	ID   string `json:"id"`
	Imp  []imp  `json:"imp"`
	Site struct {
		Page string `json:"page"`
	} `json:"site"`
}

type bid struct {
	ID      string          `json:"id"`
	ImpID   string          `json:"impid"`
	Price   float64         `json:"price"`
	Adm     string          `json:"adm"`
	CrID    string          `json:"crid"`
	ADomain []string        `json:"adomain,omitempty"`
	Dur     int             `json:"dur,omitempty"`
	MType   int             `json:"mtype,omitempty"`
	Ext     json.RawMessage `json:"ext,omitempty"`
}

type seatBid struct {
	Seat string `json:"seat,omitempty"`
	Bid  []bid  `json:"bid"`
}

type bidResponse struct {
	ID      string    `json:"id"`
	Cur     string    `json:"cur,omitempty"`
	SeatBid []seatBid `json:"seatbid"`
}

// ledger holds what was bid on the imps of a page.
type ledger struct {
	mutex   sync.Mutex
	calls   int
	highest map[string]float64
}

var (
	serial  atomic.Int64
	ledgers sync.Map
)

func main() {
	var given setup
	if err := json.Unmarshal([]byte(os.Args[1]), &given); err != nil {
		panic(err)
	}
	serial.Store(time.Now().UnixMilli() % 1_000_000_000)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", given.BiddersPort))
	if err != nil {
		panic(err)
	}
	server := &http.Server{Handler: bidders(given.Templates)}
	go func() { _ = server.Serve(listener) }()
	fmt.Println("ready")
	tasks := json.NewDecoder(os.Stdin)
	results := json.NewEncoder(os.Stdout)
	for {
		var next task
		if err := tasks.Decode(&next); err != nil {
			return
		}
		_ = results.Encode(load(next))
	}
}

func bidders(templates []string) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		var asked bidRequest
		if err := json.NewDecoder(request.Body).Decode(&asked); err != nil {
			writer.WriteHeader(http.StatusBadRequest)
			return
		}
		number, _ := strconv.Atoi(strings.TrimPrefix(request.URL.Path, "/bid"))
		bids := make([]bid, len(asked.Imp))
		for index, one := range asked.Imp {
			id := serial.Add(1)
			template := templates[id%int64(len(templates))]
			bids[index] = bid{
				ID:      fmt.Sprintf("b%d", id),
				ImpID:   one.ID,
				Price:   float64(100+10*number+int(id*7919%997)) / 100,
				Adm:     strings.ReplaceAll(template, "{serial}", strconv.FormatInt(id, 10)),
				CrID:    fmt.Sprintf("creative-%d", id),
				ADomain: []string{fmt.Sprintf("advertiser%d.example", id%97)},
				Dur:     15,
				MType:   2,
			}
		}
		record(asked.Site.Page, bids)
		body, _ := json.Marshal(bidResponse{ID: asked.ID, Cur: "USD", SeatBid: []seatBid{{Bid: bids}}})
		writer.Header().Set("Content-Type", "application/json")
		_, _ = writer.Write(body)
	}
}

func record(page string, bids []bid) {
	found, ok := ledgers.Load(page)
	if !ok {
		return
	}
	book := found.(*ledger)
	book.mutex.Lock()
	defer book.mutex.Unlock()
	book.calls++
	for _, one := range bids {
		if one.Price > book.highest[one.ImpID] {
			book.highest[one.ImpID] = one.Price
		}
	}
}

type answer struct {
	took   time.Duration
	reason string
}

func load(job task) result {
	bodies := readLines(job.Requests)
	transport := &http.Transport{MaxIdleConnsPerHost: 4096, MaxConnsPerHost: 0, DisableCompression: true}
	client := &http.Client{Transport: transport, Timeout: 10 * time.Second}
	var mutex sync.Mutex
	var answers []answer
	var sent atomic.Int64
	var running sync.WaitGroup
	start := time.Now()
	end := start.Add(time.Duration(job.Seconds * float64(time.Second)))
	send := func(due time.Time) {
		number := sent.Add(1)
		one := ask(client, job, bodies[int(number)%len(bodies)], number)
		one.took = time.Since(due)
		mutex.Lock()
		answers = append(answers, one)
		mutex.Unlock()
	}
	if job.Rate == 0 {
		for connection := 0; connection < job.Connections; connection++ {
			running.Add(1)
			go func() {
				defer running.Done()
				for time.Now().Before(end) {
					send(time.Now())
				}
			}()
		}
	} else {
		interval := time.Duration(float64(time.Second) / job.Rate)
		for due := start; due.Before(end); due = due.Add(interval) {
			if wait := time.Until(due); wait > 0 {
				time.Sleep(wait)
			}
			running.Add(1)
			go func(due time.Time) {
				defer running.Done()
				send(due)
			}(due)
		}
	}
	running.Wait()
	return summarize(answers, time.Since(start))
}

// ask sends one request under a page of its own and checks the response. The reason is empty when it is correct.
func ask(client *http.Client, job task, body []byte, number int64) answer {
	page := fmt.Sprintf("https://news.example/article-%d", number)
	book := &ledger{highest: map[string]float64{}}
	ledgers.Store(page, book)
	defer ledgers.Delete(page)
	text := bytes.Replace(body, []byte("{page}"), []byte(page), 1)
	response, err := client.Post(job.Target, "application/json", bytes.NewReader(text))
	if err != nil {
		return answer{reason: err.Error()}
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return answer{reason: fmt.Sprintf("status %d: %.300s", response.StatusCode, raw)}
	}
	// Checking costs more than sending; every tenth response stands for all.
	if number%10 != 0 {
		return answer{}
	}
	return answer{reason: fault(job, book, raw)}
}

func fault(job task, book *ledger, raw []byte) string {
	var got bidResponse
	if err := json.Unmarshal(raw, &got); err != nil {
		return err.Error()
	}
	book.mutex.Lock()
	defer book.mutex.Unlock()
	if book.calls != job.Bidders {
		return fmt.Sprintf("%d of %d bidders were called", book.calls, job.Bidders)
	}
	sold := map[string]float64{}
	for _, seat := range got.SeatBid {
		for _, one := range seat.Bid {
			if job.Winner == "highest" || bytes.Contains(one.Ext, []byte(`"hb_bidder":`)) {
				sold[one.ImpID] = one.Price
			}
		}
	}
	if len(book.highest) != job.Imps || len(sold) != job.Imps {
		return fmt.Sprintf("%d of %d imps were sold: %.300s", len(sold), job.Imps, raw)
	}
	for id, price := range book.highest {
		if diff := sold[id] - price; diff > 0.0001 || diff < -0.0001 {
			return fmt.Sprintf("imp %s was sold at %g, not at %g", id, sold[id], price)
		}
	}
	return ""
}

func summarize(answers []answer, took time.Duration) result {
	times := make([]float64, 0, len(answers))
	sum := result{Answered: len(answers), Seconds: took.Seconds()}
	for _, one := range answers {
		times = append(times, float64(one.took.Microseconds())/1000)
		if one.reason != "" {
			sum.Failures++
			sum.Reason = one.reason
		}
	}
	sort.Float64s(times)
	if len(times) > 0 {
		sum.P99 = times[len(times)*99/100]
	}
	return sum
}

func readLines(path string) [][]byte {
	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	var lines [][]byte
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		lines = append(lines, bytes.Clone(scanner.Bytes()))
	}
	return lines
}
